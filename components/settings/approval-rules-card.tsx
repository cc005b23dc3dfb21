'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { type ApprovalRule, ruleWords } from '@/lib/approval'
import { fetchJson } from '@/lib/client/call'
import { problemWords } from '@/lib/problem-words'
import { approvalRulesKey } from '@/lib/query-keys'
import { AddRuleForm } from './add-rule-form'
import { RuleList } from './rule-list'

export type CommandName = { name: string; words: string }
type Rules = { rules: ApprovalRule[] }
type Props = { initial: ApprovalRule[]; commands: readonly CommandName[] }

const path = '/api/desk/approval-rules'
const json = { 'content-type': 'application/json' }

/** When an agent's command waits for a manager, beside what always does. */
export function ApprovalRulesCard({ initial, commands }: Props) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: approvalRulesKey,
    queryFn: ({ signal }) => fetchJson<Rules>(path, { signal }),
    initialData: { rules: initial },
  })
  const keep = (rules: Rules) => queryClient.setQueryData(approvalRulesKey, rules)
  const add = useMutation({
    mutationFn: (rule: Omit<ApprovalRule, 'id'>) =>
      fetchJson<Rules>(path, { method: 'POST', headers: json, body: JSON.stringify(rule) }),
    onSuccess: keep,
  })
  const remove = useMutation({
    mutationFn: (id: string) => fetchJson<Rules>(`${path}/${id}`, { method: 'DELETE' }),
    onSuccess: keep,
  })
  const error = add.error ?? remove.error
  return (
    <Card aria-labelledby="approvals">
      <CardHead title="Approvals" id="approvals" count={data.rules.length} />
      <RuleList
        rules={data.rules}
        words={(rule) => ruleWords(rule, wordsOf(rule.operation, commands))}
        removing={remove.isPending ? remove.variables : null}
        onRemove={(id) => remove.mutate(id)}
      />
      {error && <ProblemNotice {...problemWords(error)} className="m-3" />}
      <AddRuleForm commands={commands} isAdding={add.isPending} onAdd={(rule, done) => add.mutate(rule, { onSuccess: done })} />
      <CardFoot>Renew now by an agent always waits for a manager, whatever stands here. Managers and admins never wait.</CardFoot>
    </Card>
  )
}

const wordsOf = (operation: string, commands: readonly CommandName[]) =>
  commands.find(({ name }) => name === operation)?.words ?? operation
