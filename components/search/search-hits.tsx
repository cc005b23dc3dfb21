import { SearchX, UserRound } from 'lucide-react'
import Link from 'next/link'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { StateNode } from '@/components/ui/state-node'
import { buyerPath } from '@/lib/buyer-path'
import type { SearchAnswer } from '@/lib/search-reading'

export function SearchHits({ answer, ticket }: { answer: SearchAnswer; ticket: string | null }) {
  return (
    <Card as="div" aria-live="polite">
      {answer.hits.length === 0 ? (
        <EmptyState icon={SearchX} title="Nothing found" actions={answer.readAs === 'email' && <CreateBuyer ticket={ticket} />}>
          {answer.say}
        </EmptyState>
      ) : (
        <ul>
          {answer.hits.map(({ buyerId, reason }) => (
            <li key={buyerId}>
              <Link
                href={buyerPath(buyerId, ticket)}
                prefetch={false}
                className="flex min-h-13 items-center gap-3 rounded-card px-4 hover:bg-hover"
              >
                <StateNode icon={UserRound} />
                <span className="grid min-w-0">
                  <span className="truncate font-mono text-meta">{buyerId}</span>
                  <span className="text-meta text-muted">{reason}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
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
