import { Ident } from '@/components/ui/ident'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import type { SentWords } from '@/lib/sent-words'

/** How what was sent by a decision has ended. */
export function SentNotice({ kind, title, says, traceId }: SentWords) {
  return (
    <OutcomeNotice kind={kind} title={title}>
      <p>{says.join(' ')}</p>
      {traceId !== null && (
        <p className="text-meta text-muted">
          trace <Ident value={traceId} />
        </p>
      )}
    </OutcomeNotice>
  )
}
