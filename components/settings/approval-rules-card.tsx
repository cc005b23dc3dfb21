'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { IconButton } from '@/components/ui/icon-button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { isOutcomeUnknown, request } from '@/lib/client/request'
import { useActionIds } from '@/lib/client/use-action-ids'
import { type ApprovalRule, describeRule } from '@/lib/commands/approval'
import { describeProblem } from '@/lib/core/problem-words'
import * as routes from '@/lib/core/routes'
import { approvalRulesKey } from '@/lib/operations/query-keys'
import { AddRuleForm } from './add-rule-form'

export type CommandName = { name: string; words: string }
type Rules = { rules: ApprovalRule[] }
type Props = { initial: ApprovalRule[]; commands: readonly CommandName[] }

/** Rules for when an agent's command waits for a manager, besides the built-in ones. */
export function ApprovalRulesCard({ initial, commands }: Props) {
  const staying = useFocusStays()
  const queryClient = useQueryClient()
  const once = useActionIds()
  const { data } = useQuery({
    queryKey: approvalRulesKey,
    queryFn: ({ signal }) => request<Rules>(routes.approvalRules(), { signal }),
    initialData: { rules: initial },
  })
  const keep = (rules: Rules) => queryClient.setQueryData(approvalRulesKey, rules)
  const add = useMutation({
    mutationFn: (rule: Omit<ApprovalRule, 'id'>) =>
      once((actionId) => request<Rules>(routes.approvalRules(), { actionId, body: rule }), JSON.stringify(rule)),
    onSuccess: keep,
  })
  const remove = useMutation({
    mutationFn: (id: string) => once((actionId) => request<Rules>(routes.approvalRule(id), { method: 'DELETE', actionId }), id),
    onSuccess: keep,
  })
  const isThere = (rule: Omit<ApprovalRule, 'id'>) => data.rules.some((each) => ruleKey(each) === ruleKey(rule))
  const isAdded = isOutcomeUnknown(add.error) && add.variables !== undefined && isThere(add.variables)
  const isRemoved = data.rules.every(({ id }) => id !== remove.variables)
  const error = (isAdded ? null : add.error) ?? (isRemoved ? null : remove.error)
  return (
    <Card aria-labelledby="approvals" {...staying}>
      <CardHead title="Approvals" id="approvals" count={data.rules.length} />
      <RuleList
        rules={data.rules}
        words={(rule) => describeRule(rule, wordsOf(rule.operation, commands))}
        removing={remove.isPending ? remove.variables : null}
        onRemove={(id) => remove.mutate(id)}
      />
      {error && <ProblemNotice {...describeProblem(error)} className="m-3" />}
      <AddRuleForm commands={commands} isAdding={add.isPending} onAdd={(rule, done) => add.mutate(rule, { onSuccess: done })} />
      <CardFoot>
        Renew now always needs a manager’s approval for agents, whatever the rules here. Managers and admins never need approval.
      </CardFoot>
    </Card>
  )
}

const ruleKey = ({ operation, condition, threshold }: Omit<ApprovalRule, 'id'>) =>
  JSON.stringify([operation, condition, threshold])

const wordsOf = (operation: string, commands: readonly CommandName[]) =>
  commands.find(({ name }) => name === operation)?.words ?? operation

type RuleListProps = {
  rules: readonly ApprovalRule[]
  words: (rule: ApprovalRule) => string
  removing: string | null
  onRemove: (id: string) => void
}

function RuleList({ rules, words, removing, onRemove }: RuleListProps) {
  if (rules.length === 0)
    return (
      <p className="border-b px-4 py-3 text-muted text-table">
        No rules yet. Agents need approval only for Renew now. Add a rule below.
      </p>
    )
  return (
    <ul className="divide-y border-b">
      {rules.map((rule) => (
        <li key={rule.id} className="flex min-h-row items-center gap-3 py-1 pr-2 pl-4 text-table">
          <span className="min-w-0 flex-auto">{words(rule)}</span>
          <IconButton
            icon={Trash2}
            label={`Remove: ${words(rule)}`}
            tip="Remove"
            tipPlace={{ align: 'end' }}
            aria-busy={removing === rule.id}
            onClick={() => onRemove(rule.id)}
          />
        </li>
      ))}
    </ul>
  )
}
