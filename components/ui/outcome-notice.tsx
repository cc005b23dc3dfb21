import { Ident } from './ident'
import { Notice } from './notice'
import type { StateKind } from './state-kind'

type Props = { kind: StateKind; title: string; says: readonly string[]; traceId: string | null }

/** How something that was sent ended: read out as a status where it was done, as an alert where it needs a look. */
export function OutcomeNotice({ kind, title, says, traceId }: Props) {
  return (
    <Notice kind={kind} role={kind === 'settled' ? 'status' : 'alert'}>
      <p>
        <b className="font-semibold">{title}</b>
      </p>
      <p className="text-ink-2">{says.join(' ')}</p>
      {traceId !== null && (
        <p className="mt-1 text-meta text-muted">
          trace <Ident value={traceId} />
        </p>
      )}
    </Notice>
  )
}
