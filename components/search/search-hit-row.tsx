import { UserRound } from 'lucide-react'
import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { StateNode } from '@/components/ui/state-node'
import { buyerPath } from '@/lib/buyer-path'
import { familyKinds, familyOf } from '@/lib/charges/status'
import type { SearchHit } from '@/lib/search-reading'

/** One hit: whom or which charge, why, and the way to the buyer. */
export function SearchHitRow({ hit, ticket }: { hit: SearchHit; ticket: string | null }) {
  const { buyerId, reason, title, country, charge } = hit
  const id = `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`
  const family = charge ? familyOf(charge.status) : null
  const card = charge?.lastFour ? `card ••${charge.lastFour}` : null
  const about = [charge?.day, card, charge?.descriptor, charge && `order ${charge.orderId}`].filter(Boolean).join(', ')
  return (
    <li className="relative grid min-h-13 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 hover:bg-hover">
      {family ? <StateNode kind={familyKinds[family]} /> : <StateNode icon={UserRound} />}
      <span className="grid min-w-0">
        <Link
          href={buyerPath(buyerId, ticket)}
          prefetch={false}
          aria-label={`Open buyer ${title ?? buyerId}: ${reason}`}
          className="truncate font-medium text-ink text-table after:absolute after:inset-0"
        >
          {title === null ? <span className="font-mono text-meta">{buyerId}</span> : <bdi dir="ltr">{title}</bdi>}
        </Link>
        <span className="text-ink-2 text-meta">{reason}</span>
        {about !== '' && <span className="truncate text-meta text-muted">{about}</span>}
      </span>
      <span className="grid justify-items-end gap-0.5 text-meta text-muted">
        {charge && <Amount value={charge.amount} currency={charge.currency} received={family === 'received'} />}
        {charge ? charge.status : [country, title === null ? null : id].filter(Boolean).join(', ')}
      </span>
    </li>
  )
}
