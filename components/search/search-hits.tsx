import { SearchX } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { EmptyState } from '@/components/ui/empty-state'
import type { SearchAnswer } from '@/lib/search-reading'
import { SearchHitRow } from './search-hit-row'

/** What was found, each hit with its reason; or what can be done where nothing was. */
export function SearchHits({ answer, ticket }: { answer: SearchAnswer; ticket: string | null }) {
  return (
    <Card as="div" aria-live="polite">
      {answer.hits.length === 0 ? (
        <EmptyState icon={SearchX} title="Nothing found" actions={answer.readAs === 'email' && <CreateBuyer ticket={ticket} />}>
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
