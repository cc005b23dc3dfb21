import { CopyButton } from '@/components/ui/copy-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { Guide } from '@/lib/playbooks/guide'

/** The ticket is done: who ended it, and the reply it was ended with. */
export function GuideEnded({ guide: { steps } }: { guide: Guide }) {
  const end = steps.findLast(({ kind }) => kind === 'ended')
  if (!end) return null
  return (
    <div data-next tabIndex={-1} className="grid gap-3 focus:outline-none">
      <OutcomeNotice kind="settled" title="This ticket is done">
        <p>Every step is recorded under the ticket. Ended by {end.person}.</p>
      </OutcomeNotice>
      {end.words !== null && (
        <div className="grid justify-items-start gap-2">
          <p className="whitespace-pre-line text-ink-2 text-table wrap-anywhere">{end.words}</p>
          <CopyButton text={end.words} label="Copy the reply" variant="default" size="small" />
        </div>
      )}
    </div>
  )
}
