'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { type ApprovalCondition, type ApprovalRule, approvalConditions, conditionsFor } from '@/lib/commands/approval'
import type { CommandName } from './approval-rules-card'

type Props = {
  commands: readonly CommandName[]
  isAdding: boolean
  onAdd: (rule: Omit<ApprovalRule, 'id'>, done: () => void) => void
}

const units = { always: '', laterByDays: 'Days', discountOver: 'Percent' }

/** A command, a condition that can hold for it, and the number it is measured by where there is one. */
export function AddRuleForm({ commands, isAdding, onAdd }: Props) {
  const [operation, setOperation] = useState('')
  const [wanted, setCondition] = useState<ApprovalCondition>('always')
  const [threshold, setThreshold] = useState('')
  const [tried, setTried] = useState(false)
  const conditions = conditionsFor(operation)
  const condition = conditions.includes(wanted) ? wanted : 'always'
  const number = /^\d{1,5}$/.test(threshold) ? Number(threshold) : 0
  const needsNumber = condition !== 'always'
  const wrongNumber = needsNumber && (number < 1 || number > 10_000)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (operation === '' || wrongNumber || isAdding) return
    onAdd({ operation, condition, threshold: needsNumber ? number : null }, () => {
      setTried(false)
      setThreshold('')
    })
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-start gap-3 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_6rem_auto]"
    >
      <Field label="Command" error={tried && operation === '' ? 'Choose a command' : undefined}>
        {(control) => (
          <Select {...control} size="small" value={operation} onChange={(event) => setOperation(event.target.value)}>
            <option value="">Choose…</option>
            {commands.map(({ name, words }) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Needs a manager when">
        {(control) => (
          <Select
            {...control}
            size="small"
            value={condition}
            onChange={(event) => setCondition(event.target.value as ApprovalCondition)}
          >
            {conditions.map((name) => (
              <option key={name} value={name}>
                {approvalConditions[name].replace(/,$/, '')}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {needsNumber ? (
        <Field label={units[condition]} error={tried && wrongNumber ? 'Enter a number from 1 to 10,000' : undefined}>
          {(control) => (
            <Input
              {...control}
              size="small"
              inputMode="numeric"
              autoComplete="off"
              value={threshold}
              onChange={(event) => setThreshold(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <span className="max-sm:hidden" />
      )}
      <Button type="submit" size="small" aria-disabled={isAdding} className="sm:mt-6">
        {isAdding ? 'Adding…' : 'Add rule'}
      </Button>
    </form>
  )
}
