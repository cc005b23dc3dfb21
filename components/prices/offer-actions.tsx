'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Select } from '@/components/ui/select'
import { useActionIds } from '@/lib/client/use-action-ids'
import { dayMs } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { createQuote, type Offer, quotePath } from '@/lib/prices/client/quotes'
import { orderOf } from '@/lib/prices/order-values'

const terms = [1, 7, 14, 30]

type Props = {
  offer: Offer
  /** Why the person may make no link, or null. */
  mayAct: string | null
}

/** What is made of a price: a quote for colleagues, or at once a link to pay. Either begins by freezing it. */
export function OfferActions({ offer, mayAct }: Props) {
  const router = useRouter()
  const once = useActionIds()
  const [days, setDays] = useState(7)
  const lines = offer.request.bundles[0]?.products ?? []
  const order = orderOf(
    lines.map((line) => ({ ...line, discount: line.discount ?? undefined })),
    '',
  )
  const freeze = useMutation({
    // Its days count from the first press, so that pressing again after a broken connection asks for the same quote.
    mutationFn: (_: 'quote' | 'link') => once((actionId, since) => createQuote(actionId, offer, since + days * dayMs)),
    onSuccess: ({ id }, then) => router.push(then === 'quote' ? quotePath(id) : `/orders/new?quote=${id}`),
  })
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-2">
      {freeze.error && <ProblemNotice {...describeProblem(freeze.error)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => freeze.mutate('quote')} disabled={freeze.isPending}>
          {freeze.isPending && freeze.variables === 'quote' ? 'Saving…' : 'Save quote'}
        </Button>
        <Select
          size="small"
          aria-label="Quote valid for"
          value={days}
          onChange={(event) => setDays(Number.parseInt(event.target.value, 10))}
          className="w-28 max-sm:w-36"
        >
          {terms.map((each) => (
            <option key={each} value={each}>
              {each === 1 ? 'for 1 day' : `for ${each} days`}
            </option>
          ))}
        </Select>
        <Button
          disabledBecause={
            mayAct ?? (order === null ? 'A payment link sells something new, with one discount for all products' : undefined)
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
