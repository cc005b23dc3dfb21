'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { freezeQuote, type Offer, quotePath } from '@/lib/client/prices/quotes'
import { orderOf } from '@/lib/orders/order-values'
import { problemWords } from '@/lib/problem-words'

const terms = [1, 7, 14, 30]

type Props = {
  offer: Offer
  /** Why the person may make no link, or null. */
  mayAct: string | null
}

/** What is made of a price: a quote for colleagues, or at once a link to pay. Either begins by freezing it. */
export function OfferActions({ offer, mayAct }: Props) {
  const router = useRouter()
  const [days, setDays] = useState(7)
  const lines = offer.request.bundles[0]?.products ?? []
  const order = orderOf(
    lines.map((line) => ({ ...line, discount: line.discount ?? undefined })),
    '',
  )
  const freeze = useMutation({
    mutationFn: (_: 'quote' | 'link') => freezeQuote(offer, days),
    onSuccess: ({ id }, then) => router.push(then === 'quote' ? quotePath(id) : `/orders/new?quote=${id}`),
  })
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-2">
      {freeze.error && <ProblemNotice {...problemWords(freeze.error)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => freeze.mutate('quote')} disabled={freeze.isPending}>
          {freeze.isPending && freeze.variables === 'quote' ? 'Freezing…' : 'Freeze quote'}
        </Button>
        <Select
          size="small"
          aria-label="Quote valid for"
          value={days}
          onChange={(event) => setDays(Number.parseInt(event.target.value, 10))}
          className="w-28"
        >
          {terms.map((each) => (
            <option key={each} value={each}>
              {each === 1 ? 'for 1 day' : `for ${each} days`}
            </option>
          ))}
        </Select>
        <Button
          disabledBecause={
            mayAct ?? (order === null ? 'An order takes products to buy and one discount for all of them' : undefined)
          }
          tipPlace={{ align: 'end' }}
          onClick={() => freeze.mutate('link')}
        >
          Create payment link
        </Button>
      </div>
    </div>
  )
}
