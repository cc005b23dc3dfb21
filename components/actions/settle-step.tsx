'use client'

import { useId } from 'react'
import { Field } from '@/components/ui/field'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { Textarea } from '@/components/ui/textarea'
import type { Result } from '@/lib/commands/client/use-result'
import type { ResultSteps } from './use-result-steps'

type Props = { settle: Result['settle']; steps: ResultSteps }

const max = 255

/** A person's word on what nobody answered. */
export function SettleStep({ settle, steps: { settling, setSettling } }: Props) {
  return (
    <>
      <OutcomeNotice kind="unconfirmed" title="Settle manually">
        <p>
          Record what happened and how you know. Nothing is sent. The journal records it under your name and the action is no
          longer unconfirmed.
        </p>
      </OutcomeNotice>
      <SettleChoice value={settling.as} onChange={(as) => setSettling({ ...settling, as })} />
      <Field
        label="Reason"
        hint="How do you know? For example, from the service’s own panel, the buyer or the charge history."
        aside={`${[...settling.reason.trim()].length} / ${max}`}
        error={settle.error?.problem?.fields[0]?.title ?? settle.error?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={settling.reason}
            maxLength={max}
            dir="auto"
            onChange={(event) => setSettling({ ...settling, reason: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

type As = 'happened' | 'did-not-happen'
type ChoiceProps = { value: As | null; onChange: (as: As) => void }

const choices = [
  { as: 'happened', label: 'It was applied', hint: 'The action counts as done.' },
  { as: 'did-not-happen', label: 'It wasn’t applied', hint: 'You can send it again.' },
] as const

function SettleChoice({ value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-table">Outcome</legend>
      {choices.map(({ as, label, hint }) => (
        <label
          key={as}
          className="flex cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2 text-table hover:bg-hover has-checked:border-line-control has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid"
        >
          <input
            type="radio"
            name={id}
            value={as}
            checked={value === as}
            onChange={() => onChange(as)}
            className="mt-0.75 accent-accent focus-visible:outline-none"
          />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="block text-meta text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
