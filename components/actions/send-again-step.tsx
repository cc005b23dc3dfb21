'use client'

import { BeforeAfter } from '@/components/ui/before-after'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { Action } from '@/lib/action'
import type { ResultSteps } from './use-result-steps'

/** The second press of sending again: what it may lead to, and where that is not harmless, a word that the person knows. */
export function SendAgainStep({ action: { words, sendAgain, effect }, steps }: { action: Action; steps: ResultSteps }) {
  const warning = sendAgain.possible ? sendAgain.warning : sendAgain.why
  const rows = (effect?.rows ?? []).filter(({ changes }) => changes)
  return (
    <>
      <OutcomeNotice kind="unconfirmed" title={`Send “${words}” again?`}>
        <p>{warning ?? 'It sets the same state, so it does no harm if the first one was applied.'}</p>
        <p>It is an action of its own in the journal.</p>
      </OutcomeNotice>
      {rows.length > 0 && (
        <BeforeAfter
          before="Before"
          rows={rows.map((row) => ({ ...row, before: row.before ?? 'not known', after: row.after ?? 'not known' }))}
        />
      )}
      {warning !== null && (
        <label className="flex min-h-6 items-start gap-2 text-table max-sm:min-h-10">
          <input
            type="checkbox"
            checked={steps.isWarned}
            onChange={(event) => steps.setIsWarned(event.target.checked)}
            className="mt-0.5 size-4 accent-primary"
          />
          I have looked, and send it again knowing this.
        </label>
      )}
    </>
  )
}
