'use client'

import Link from 'next/link'
import { useState } from 'react'
import { ActionsProvider, useActions } from '@/components/actions/actions-provider'
import type { ActionsDesk } from '@/components/actions/opening'
import { MovedCard } from '@/components/prices/moved-card'
import { QuoteHead } from '@/components/prices/quote-head'
import { ReceiptCard } from '@/components/prices/receipt-card'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { orderOf } from '@/lib/orders/order-values'
import type { Quote } from '@/lib/quote'

type Props = {
  initial: Quote
  desk: ActionsDesk
  /** Why the person may act on nobody, or null. */
  mayAct: string | null
}

/** A quote as it was frozen, what has moved since, and what can be made of it. */
export function QuoteView({ initial, desk, mayAct }: Props) {
  const [quote, setQuote] = useState(initial)
  const [bundle] = quote.answer.bundles
  return (
    <ActionsProvider desk={desk}>
      <Frame page>
        <QuoteHead quote={quote} onChange={setQuote}>
          <MadeOfIt quote={quote} mayAct={mayAct} />
        </QuoteHead>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
          {bundle && <ReceiptCard name={quote.answer.currency ?? ''} answer={quote.answer} bundle={bundle} />}
          <MovedCard quote={quote} />
        </div>
      </Frame>
    </ActionsProvider>
  )
}

/** What an agent does next: a link to pay for what is bought, or the action that the offer is about. */
function MadeOfIt({ quote, mayAct }: { quote: Quote; mayAct: string | null }) {
  const { open } = useActions()
  const lines = quote.request.bundles[0]?.products ?? []
  const held = mayAct ?? (quote.state === 'expired' ? 'This quote counts no more: calculate prices anew' : undefined)
  const [first] = lines
  const isDowngrade = lines.length === 1 && first?.actionName === 'downgrade'
  if (isDowngrade && 'subscriptionId' in first) {
    const productId = quote.answer.products.find(({ code }) => code === first.productCode)?.id
    const target = { kind: 'subscription', id: first.subscriptionId, name: null } as const
    return (
      <Button
        variant="primary"
        disabledBecause={held}
        tipPlace={{ align: 'end', side: 'bottom' }}
        onClick={() => open({ kind: 'command', verb: 'downgrade', target, ...(productId ? { defaults: { productId } } : {}) })}
      >
        Downgrade
      </Button>
    )
  }
  const isOrder = orderOf(lines, '') !== null
  if (isOrder && held === undefined) {
    return (
      <Link href={`/orders/new?quote=${quote.id}`} prefetch={false} className={buttonClass({ variant: 'primary' })}>
        Create payment link
      </Link>
    )
  }
  return (
    <Button
      variant="primary"
      tipPlace={{ align: 'end', side: 'bottom' }}
      disabledBecause={held ?? 'No operation of the service known here does this: use its own panel'}
    >
      Create payment link
    </Button>
  )
}
