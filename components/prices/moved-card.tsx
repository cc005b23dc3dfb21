'use client'

import { useQuery } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { askPrices } from '@/lib/client/prices/ask-prices'
import { whatMoved } from '@/lib/prices/moved'
import type { PriceBody } from '@/lib/prices/price-body'
import { problemWords } from '@/lib/problem-words'
import type { Quote } from '@/lib/quote'
import { Given } from './given'

/** The same asked again on opening: what the service says now that it did not say then. */
export function MovedCard({ quote }: { quote: Quote }) {
  const now = useQuery({
    queryKey: ['requote', quote.id],
    queryFn: ({ signal }) =>
      askPrices({ merchant: quote.merchant, buyerId: quote.buyerId, body: quote.request as PriceBody, buyerAddress: '', signal }),
    staleTime: 0,
  })
  const moved = now.data ? whatMoved(quote.answer, now.data) : []
  return (
    <Card aria-labelledby="moved">
      <CardHead title="Since then" id="moved">
        {now.dataUpdatedAt > 0 && (
          <span className="text-meta text-muted">
            asked again <Time at={now.dataUpdatedAt} />
          </span>
        )}
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {now.isPending && <Skeleton className="h-10 w-full" />}
        {now.error && <ProblemNotice {...problemWords(now.error)} onRetry={() => void now.refetch()} />}
        {now.data && moved.length === 0 && <p role="status">Nothing has moved: the service says the same to the letter.</p>}
        {moved.length > 0 && (
          <>
            <Notice kind="deferred" role="status">
              <b className="font-semibold">
                {moved[0]?.what}: <Given amount={moved[0]?.before ?? null} /> → <Given amount={moved[0]?.now ?? null} />
              </b>{' '}
              since <Time at={quote.madeAt} />.
            </Notice>
            <table className="w-full text-table" aria-label="What has moved">
              <thead>
                <tr className="text-left text-meta text-muted">
                  <th className="py-1 font-medium">What</th>
                  <th className="py-1 text-right font-medium">Then</th>
                  <th className="py-1 text-right font-medium">Now</th>
                </tr>
              </thead>
              <tbody className="divide-y">
                {moved.map(({ what, before, now: after }) => (
                  <tr key={what}>
                    <th scope="row" className="py-1.5 text-left font-normal">
                      {what}
                    </th>
                    <td className="py-1.5 text-right text-muted">
                      <Given amount={before} />
                    </td>
                    <td className="py-1.5 text-right font-semibold">
                      <Given amount={after} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </CardBody>
    </Card>
  )
}
