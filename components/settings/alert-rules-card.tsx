'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { CardHead } from '@/components/ui/card-head'
import { IconButton } from '@/components/ui/icon-button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { State } from '@/components/ui/state'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { type AlertRule, type AlertRules, describeAlertRule, formatDuration, type RuleToSave } from '@/lib/alerts/alert-rule'
import { alertRulesQuery, removeRule, saveRule } from '@/lib/alerts/client/alert-requests'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import { alertRulesKey } from '@/lib/operations/query-keys'
import { AlertRuleForm } from './alert-rule-form'

type Props = { initial: AlertRules; merchant: string }
type Change = { rule: RuleToSave; of: AlertRule | null }

/** The rules of a merchant account that raise alerts. Those that come with the dashboard are turned off, others removed. */
export function AlertRulesCard({ initial, merchant }: Props) {
  const staying = useFocusStays()
  const [editing, setEditing] = useState<AlertRule | null>(null)
  const queryClient = useQueryClient()
  const once = useActionIds()
  const key = alertRulesKey(merchant)
  const { data } = useQuery({ ...alertRulesQuery(merchant), initialData: initial })
  const keep = (rules: AlertRules) => queryClient.setQueryData(key, rules)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key })
  const save = useMutation({
    mutationFn: ({ rule, of }: Change) =>
      once((actionId) => saveRule(merchant, actionId, rule, of), `${of?.id} ${of?.version} ${JSON.stringify(rule)}`),
    onSuccess: keep,
    onError: refresh,
  })
  const remove = useMutation({
    mutationFn: (rule: AlertRule) =>
      once((actionId) => removeRule(merchant, actionId, rule), `remove ${rule.id} ${rule.version}`),
    onSuccess: keep,
    onError: refresh,
  })
  const isBusy = save.isPending || remove.isPending
  const error = save.error ?? remove.error
  return (
    <Card aria-labelledby="alert-rules" {...staying}>
      <CardHead title="Alert rules" id="alert-rules" count={data.data.length} />
      <ul className="divide-y border-b">
        {data.data.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            onTurn={() => !isBusy && save.mutate({ rule: { ...toSave(rule), on: !rule.on }, of: rule })}
            onEdit={() => setEditing(rule)}
            onRemove={() => !isBusy && remove.mutate(rule)}
          />
        ))}
      </ul>
      {error && <ProblemNotice {...describeProblem(error)} className="m-3" />}
      <AlertRuleForm
        key={editing === null ? `new ${data.data.length}` : `${editing.id} ${editing.version}`}
        editing={editing}
        isSaving={save.isPending}
        onSave={(rule) => save.mutate({ rule, of: editing }, { onSuccess: () => setEditing(null) })}
        onCancel={() => setEditing(null)}
      />
      <p role="status" className="sr-only">
        {save.isSuccess || remove.isSuccess ? 'Rules saved' : ''}
      </p>
      <CardFoot>Rules are checked every half minute. They count what is stored here and ask the service nothing.</CardFoot>
    </Card>
  )
}

const toSave = ({ id: _, version: __, shipped: ___, changedBy: ____, ...rule }: AlertRule): RuleToSave => rule

type RowProps = { rule: AlertRule; onTurn: () => void; onEdit: () => void; onRemove: () => void }

function RuleRow({ rule, onTurn, onEdit, onRemove }: RowProps) {
  const words = describeAlertRule(rule)
  const { quietMinutes, roles, on, shipped, changedBy } = rule
  const forWhom = roles.map((role) => `${role}s`).join(' and ')
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2 pl-4 text-table">
      <span className="min-w-0 flex-auto basis-64">
        {words}
        <span className="block text-meta text-muted">
          For {forWhom}. Not again for {formatDuration(quietMinutes)}.{changedBy !== null && ` Changed by ${changedBy}.`}
        </span>
      </span>
      <State kind={on ? 'settled' : 'neutral'}>{on ? 'On' : 'Off'}</State>
      <Button size="small" aria-label={`${on ? 'Turn off' : 'Turn on'}: ${words}`} onClick={onTurn}>
        {on ? 'Turn off' : 'Turn on'}
      </Button>
      <span className="flex">
        <IconButton icon={Pencil} label={`Change: ${words}`} tip="Change" tipPlace={{ align: 'end' }} onClick={onEdit} />
        {!shipped && (
          <IconButton icon={Trash2} label={`Remove: ${words}`} tip="Remove" tipPlace={{ align: 'end' }} onClick={onRemove} />
        )}
      </span>
    </li>
  )
}
