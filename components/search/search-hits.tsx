import { SearchX, UserRound } from 'lucide-react'
import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { EmptyState } from '@/components/ui/empty-state'
import { StateNode } from '@/components/ui/state-node'
import { familyKinds, familyOf } from '@/lib/charges/status'
import { buyerPath } from '@/lib/core/buyer-path'
import type { SearchAnswer, SearchHit } from '@/lib/search/search-reading'

/** The hits, each with its reason, or what to do if there are none. */
export function SearchHits({ answer, ticket }: { answer: SearchAnswer; ticket: string | null }) {
  return (
    <Card as="div" aria-live="polite">
      {answer.hits.length === 0 ? (
        <EmptyState icon={SearchX} title="No buyers found" actions={answer.readAs === 'email' && <CreateBuyer ticket={ticket} />}>
          {answer.say}
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y">
            {answer.hits.map((hit) => (
              <SearchHitRow key={`${hit.buyerId} ${hit.reason} ${hit.charge?.chargeId}`} hit={hit} ticket={ticket} />
            ))}
          </ul>
          {answer.say !== null && <CardFoot>{answer.say}</CardFoot>}
        </>
      )}
    </Card>
  )
}

const CreateBuyer = ({ ticket }: { ticket: string | null }) => (
  <Link
    href={`/buyers/new${ticket === null ? '' : `?${new URLSearchParams({ ticket })}`}`}
    prefetch={false}
    className={buttonClass()}
  >
    Create buyer
  </Link>
)

/** One hit: the buyer or charge, why it matched, and the link to the buyer. */
function SearchHitRow({ hit, ticket }: { hit: SearchHit; ticket: string | null }) {
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
