'use client'

import { Field } from '@/components/ui/field'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { Textarea } from '@/components/ui/textarea'
import type { Result } from '@/lib/client/commands/use-result'
import { SettleChoice } from './settle-choice'
import type { ResultSteps } from './use-result-steps'

type Props = { settle: Result['settle']; steps: ResultSteps }

const most = 255

/** A person's word on what nobody answered. */
export function SettleStep({ settle, steps: { settling, setSettling } }: Props) {
  return (
    <>
      <OutcomeNotice kind="unconfirmed" title="Settle by hand">
        <p>
          Say what you know, and how. Nothing is sent: it is written to the journal in your name, and the action leaves the desk.
        </p>
      </OutcomeNotice>
      <SettleChoice value={settling.as} onChange={(as) => setSettling({ ...settling, as })} />
      <Field
        label="Reason"
        hint="How you know: the service’s own panel, the buyer, the charge history."
        aside={`${[...settling.reason.trim()].length} / ${most}`}
        error={settle.error?.problem?.fields[0]?.title ?? settle.error?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={settling.reason}
            maxLength={most}
            dir="auto"
            onChange={(event) => setSettling({ ...settling, reason: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
