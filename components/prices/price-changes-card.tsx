'use client'

import { useQuery } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { problemWords } from '@/lib/core/problem-words'
import { askPrices } from '@/lib/prices/client/ask-prices'
import type { PriceBody } from '@/lib/prices/price-body'
import { priceChanges } from '@/lib/prices/price-changes'
import type { Quote } from '@/lib/prices/quote'
import { GivenAmount } from './given'

/** The same asked again on opening: what the service says now that it did not say then. */
export function PriceChangesCard({ quote }: { quote: Quote }) {
  const now = useQuery({
    queryKey: ['requote', quote.id],
    queryFn: ({ signal }) =>
      askPrices({ merchant: quote.merchant, buyerId: quote.buyerId, body: quote.request as PriceBody, buyerAddress: '', signal }),
    staleTime: 0,
  })
  const moved = now.data ? priceChanges(quote.answer, now.data) : []
  return (
    <Card aria-labelledby="moved">
      <CardHead title="Changes since the quote" id="moved">
        {now.dataUpdatedAt > 0 && (
          <span className="text-meta text-muted">
            checked again <Time at={now.dataUpdatedAt} />
          </span>
        )}
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {now.isPending && <Skeleton className="h-10 w-full" />}
        {now.error && <ProblemNotice {...problemWords(now.error)} onRetry={() => void now.refetch()} />}
        {now.data && moved.length === 0 && <p role="status">No changes. The service’s answer is identical.</p>}
        {moved.length > 0 && (
          <>
            <Notice kind="deferred" role="status">
              <b className="font-semibold">
                {moved[0]?.what}: <GivenAmount amount={moved[0]?.before ?? null} /> →{' '}
                <GivenAmount amount={moved[0]?.now ?? null} />
              </b>{' '}
              since <Time at={quote.madeAt} />.
            </Notice>
            <table className="w-full text-table" aria-label="Changed values">
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
                      <GivenAmount amount={before} />
                    </td>
                    <td className="py-1.5 text-right font-semibold">
                      <GivenAmount amount={after} />
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
