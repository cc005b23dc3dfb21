import { CopyButton } from '@/components/ui/copy-button'
import { Ident } from '@/components/ui/ident'
import { StateNode } from '@/components/ui/state-node'
import { unreadableHappened } from '@/lib/charges/what-happened'
import type { UnreadableOrder } from '@/lib/operations/schemas/charge-history'
import { useWording } from '@/lib/replies/client/use-wording'
import { replyOf } from '@/lib/replies/reply'

/** An order the service sent in a form that cannot be read: it keeps its place and claims nothing. */
export function GapRow({ order }: { order: UnreadableOrder }) {
  const { wording } = useWording()
  const reply = wording && replyOf(wording, [{ key: 'unreadable' }])
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-3 px-4 py-2 text-table sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <StateNode kind="neutral" />
      <div>
        <p className="font-medium">Unreadable order {order.orderId && <Ident value={order.orderId} align="start" />}</p>
        <p className="text-meta text-muted">{unreadableHappened}</p>
      </div>
      <span className="max-sm:col-start-2">
        <CopyButton
          text={reply ?? ''}
          label="Copy reply"
          tip={reply}
          disabledBecause={reply === null ? 'Loading the reply…' : undefined}
          tipPlace={{ align: 'end' }}
        />
      </span>
    </div>
  )
}
