import { CopyButton } from '@/components/ui/copy-button'
import { Ident } from '@/components/ui/ident'
import { StateNode } from '@/components/ui/state-node'
import { storyOfGap } from '@/lib/charges/story-of-gap'
import type { UnreadableOrder } from '@/lib/operations/schemas/charge-history'

/** An order the service sent in a form that cannot be read: it keeps its place and claims nothing. */
export function GapRow({ order, as: Element = 'li' }: { order: UnreadableOrder; as?: 'li' | 'div' }) {
  return (
    <Element className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-3 border-b px-4 py-2 text-table sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]">
      <StateNode kind="neutral" />
      <div>
        <p className="font-medium">
          An order that could not be read {order.orderId && <Ident value={order.orderId} align="start" />}
        </p>
        <p className="text-meta text-muted">{storyOfGap.happened}</p>
      </div>
      <span className="max-sm:col-start-2">
        <CopyButton text={storyOfGap.tell} label="Copy what to tell" tip={storyOfGap.tell} tipPlace={{ align: 'end' }} />
      </span>
    </Element>
  )
}
