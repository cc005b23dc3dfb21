'use client'

import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Result } from '@/lib/client/commands/use-result'
import { OutcomeNotice } from './outcome-notice'
import type { ResultSteps } from './use-result-steps'

type Props = { settle: Result['settle']; steps: ResultSteps }

const choices = { happened: 'It happened', 'did-not-happen': 'It did not happen' } as const

/** A person's word on what nobody answered. */
export function SettleStep({ settle, steps: { settling, setSettling } }: Props) {
  return (
    <>
      <OutcomeNotice kind="unconfirmed" title="Settle by hand">
        <p>Say what you know, and how. It is written to the journal in your name, and the action leaves the desk.</p>
      </OutcomeNotice>
      <fieldset className="grid gap-1 text-table">
        <legend className="mb-1.5 font-medium">What became of it</legend>
        {(['happened', 'did-not-happen'] as const).map((as) => (
          <label key={as} className="flex min-h-7 items-center gap-2 max-sm:min-h-10">
            <input
              type="radio"
              name="settled-as"
              checked={settling.as === as}
              onChange={() => setSettling({ ...settling, as })}
              className="size-4 accent-primary"
            />
            {choices[as]}
          </label>
        ))}
      </fieldset>
      <Field
        label="Reason"
        hint="How you know: the service’s own panel, the buyer, the charge history."
        error={settle.error?.problem?.fields[0]?.title ?? settle.error?.message}
      >
        {(control) => (
          <Input
            {...control}
            value={settling.reason}
            maxLength={255}
            dir="auto"
            autoComplete="off"
            onChange={(event) => setSettling({ ...settling, reason: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
