import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'
import type { Approval } from '@/lib/approval'

/** Why it was asked, when, and until when it may be decided; once it is decided, by whom and with what note. */
export function RequestFacts({ approval }: { approval: Approval }) {
  const { reason, comment } = (approval.request.body ?? {}) as { reason?: unknown; comment?: unknown }
  return (
    <DataList>
      {typeof reason === 'string' && reason !== '' && <DataItem term="Reason">{reason}</DataItem>}
      {typeof comment === 'string' && comment !== '' && <DataItem term="Comment">{comment}</DataItem>}
      <DataItem term="Asked">
        <Time at={approval.askedAt} align="start" />
        {approval.state === 'waiting' && (
          <span className="text-muted">
            expires <Time at={approval.expiresAt} />
          </span>
        )}
      </DataItem>
      {approval.decidedAt !== null && (
        <DataItem term="Decided">
          <Time at={approval.decidedAt} align="start" />
          <span className="text-muted">by {approval.decidedBy}</span>
        </DataItem>
      )}
      {approval.note !== null && <DataItem term="Note">{approval.note}</DataItem>}
    </DataList>
  )
}
