'use client'

import Link from 'next/link'
import { useState } from 'react'
import { ActionsProvider, useActions } from '@/components/actions/actions-provider'
import type { ActionsContext } from '@/components/actions/opening'
import { PriceChangesCard } from '@/components/prices/price-changes-card'
import { QuoteHead } from '@/components/prices/quote-head'
import { ReceiptCard } from '@/components/prices/receipt-card'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { Notice } from '@/components/ui/notice'
import { verbPricedAs, verbWords } from '@/lib/commands/verb-words'
import { orderOf, renewalWords } from '@/lib/prices/order-values'
import type { Quote } from '@/lib/prices/quote'

type Props = {
  initial: Quote
  context: ActionsContext
  /** Why the person may act on nobody, or null. */
  mayAct: string | null
}

/** A quote as it was frozen, what has moved since, and what can be made of it. */
export function QuoteView({ initial, context, mayAct }: Props) {
  const [quote, setQuote] = useState(initial)
  const [bundle] = quote.answer.bundles
  const note = renewalWords(quote.request.bundles[0]?.products ?? [])
  return (
    <ActionsProvider context={context}>
      <Frame page>
        <QuoteHead quote={quote} onChange={setQuote}>
          <MadeOfIt quote={quote} mayAct={mayAct} />
        </QuoteHead>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
          {bundle && <ReceiptCard name={quote.answer.currency ?? ''} answer={quote.answer} bundle={bundle} />}
          <div className="grid gap-4">
            <PriceChangesCard quote={quote} />
            {note && <Notice kind="neutral">{note}</Notice>}
          </div>
        </div>
      </Frame>
    </ActionsProvider>
  )
}

/** What an agent does next: a link to pay for what is bought, or the action that the offer is about. */
function MadeOfIt({ quote, mayAct }: { quote: Quote; mayAct: string | null }) {
  const { open } = useActions()
  const lines = quote.request.bundles[0]?.products ?? []
  const disabledBecause = mayAct ?? (quote.state === 'expired' ? 'This quote has expired. Calculate prices again.' : undefined)
  const [first] = lines
  const verb = first !== undefined && lines.length === 1 ? verbPricedAs(first.actionName) : null
  if (verb !== null && first !== undefined && 'subscriptionId' in first) {
    const productId = quote.answer.products.find(({ code }) => code === first.productCode)?.id
    const target = { kind: 'subscription', id: first.subscriptionId, name: null } as const
    return (
      <Button
        variant="primary"
        disabledBecause={disabledBecause}
        tipPlace={{ align: 'end', side: 'bottom' }}
        onClick={() => open({ kind: 'command', verb, target, ...(productId ? { defaults: { productId } } : {}) })}
      >
        {verbWords[verb]}
      </Button>
    )
  }
  const isOrder = orderOf(lines, '') !== null
  if (isOrder && disabledBecause === undefined) {
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
      disabledBecause={disabledBecause ?? 'You can’t do this here. Use the service’s own panel.'}
    >
      Create payment link
    </Button>
  )
}
