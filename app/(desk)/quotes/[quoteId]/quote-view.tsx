'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ActionsProvider, useActions } from '@/components/actions/actions-provider'
import type { ActionsContext } from '@/components/actions/opening'
import { type Letterhead, OfferPaper } from '@/components/prices/offer-paper'
import { PrintOffer } from '@/components/prices/print-offer'
import { QuoteCompared } from '@/components/prices/quote-compared'
import { QuoteFacts } from '@/components/prices/quote-facts'
import { QuoteHead } from '@/components/prices/quote-head'
import { QuoteSteps } from '@/components/prices/quote-steps'
import { WithdrawQuote } from '@/components/prices/withdraw-quote'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Frame } from '@/components/ui/frame'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { verbWords } from '@/lib/commands/verb-words'
import { buyerPath } from '@/lib/core/buyer-path'
import { problemWords } from '@/lib/core/problem-words'
import { quoteAgainQuery } from '@/lib/prices/client/quotes'
import { offerOf, offerText } from '@/lib/prices/offer'
import { isOpenQuote, type Quote, type QuotedSubscription } from '@/lib/prices/quote'
import { actOf, verbOf } from '@/lib/prices/quote-act'
import { quotedWorkbench } from '@/lib/prices/quoted-workbench'
import { writeLink } from '@/lib/prices/workbench-link'
import { useRevealed } from '@/lib/reveal/client/use-revealed'

type Props = {
  initial: Quote
  context: ActionsContext
  buyer: { title: string | null; country: string | null }
  letterhead: Letterhead
  /** Masked. */
  customer: { name: string | null; email: string | null }
  subscription: QuotedSubscription | null
  /** Whether another merchant account than the quote’s is chosen. */
  isElsewhere: boolean
  /** Why the person may act on nobody, or null. */
  mayAct: string | null
}

/** The offer as the customer gets it, and beside it what will really happen, with what the service says now. */
export function QuoteView({ initial, context, buyer, letterhead, customer, subscription, isElsewhere, mayAct }: Props) {
  const [quote, setQuote] = useState(initial)
  const again = useQuery(quoteAgainQuery(initial))
  const [problem, setProblem] = useState<Error | null>(null)
  useEffect(() => {
    if (again.data) setQuote(again.data.quote)
  }, [again.data])
  const { merchant } = context
  useArrivalAt(merchant.code, isElsewhere)
  const offer = offerOf(quote, merchant.timeZone)
  const primary = actOf(quote)
  const verb = verbOf(quote)
  const whose = { merchant: quote.merchant, buyerId: quote.buyerId }
  const name = useRevealed(whose, 'name')?.value ?? customer.name
  const email = useRevealed(whose, 'email')?.value ?? customer.email
  return (
    <ActionsProvider context={context}>
      <Frame page className="pt-3! print:p-0!">
        <QuoteHead quote={quote} zone={merchant.timeZone} onChange={setQuote}>
          <PrintOffer whose={whose} reference={quote.reference} onProblem={setProblem} />
          {primary === 'again' && <PriceAgain quote={quote} />}
          {primary === 'link' && <LinkAct quote={quote} mayAct={mayAct} />}
          {primary === 'verb' && <VerbAct quote={quote} mayAct={mayAct} />}
          {primary === 'copy' && (
            <CopyButton text={() => offerText(offer)} label="Copy the offer" size="normal" variant="primary" />
          )}
        </QuoteHead>
        {problem && <ProblemNotice {...problemWords(problem)} title="Nothing was printed" className="mb-3 print:hidden" />}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_21.25rem] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_25rem] print:block">
          <div>
            <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 text-meta text-muted print:hidden">
              What the customer reads. Name and e-mail print in full, and the journal records it.
              {primary !== 'copy' && isOpenQuote(quote) && (
                <CopyButton text={() => offerText(offer)} label="Copy the offer" size="tiny" className="ml-auto" />
              )}
            </div>
            <OfferPaper offer={offer} letterhead={letterhead} customer={[name, email].filter((each) => each !== null)} />
          </div>
          <div className="grid gap-4 md:row-span-2 print:hidden">
            <QuoteFacts quote={quote} buyer={buyer} subscription={subscription} again={again} />
            <QuoteSteps quote={quote} verb={verb && verbWords[verb.verb]}>
              <Link href={buyerPath(quote.buyerId)} prefetch={false} className={buttonClass({ size: 'small' })}>
                Open the buyer
              </Link>
              {isOpenQuote(quote) && <WithdrawQuote quote={quote} onChange={setQuote} />}
            </QuoteSteps>
          </div>
          {quote.compared && quote.compared.prices.length > 0 && <QuoteCompared compared={quote.compared} />}
        </div>
      </Frame>
    </ActionsProvider>
  )
}

/** A quote that is opened by its link is about its own merchant account, so that one is chosen from then on, as for any other link. */
function useArrivalAt(merchant: string, isElsewhere: boolean) {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival alone, so that another account can still be chosen here.
  useEffect(() => {
    if (!isElsewhere) return
    chooseMerchant(merchant)
    router.refresh()
  }, [])
}

function LinkAct({ quote, mayAct }: { quote: Quote; mayAct: string | null }) {
  if (mayAct !== null) {
    return (
      <Button variant="primary" tipPlace={{ align: 'end', side: 'bottom' }} disabledBecause={mayAct}>
        Create payment link
      </Button>
    )
  }
  return (
    <Link href={`/orders/new?quote=${quote.id}`} prefetch={false} className={buttonClass({ variant: 'primary' })}>
      Create payment link
    </Link>
  )
}

function VerbAct({ quote, mayAct }: { quote: Quote; mayAct: string | null }) {
  const { open } = useActions()
  const found = verbOf(quote)
  if (found === null) return null
  const { verb, line } = found
  const productId = quote.answer.products.find(({ code }) => code === line.productCode)?.id
  const target = { kind: 'subscription', id: line.subscriptionId, name: null } as const
  return (
    <Button
      variant="primary"
      disabledBecause={mayAct ?? undefined}
      tipPlace={{ align: 'end', side: 'bottom' }}
      onClick={() => open({ kind: 'command', verb, target, ...(productId ? { defaults: { productId } } : {}) })}
    >
      {verbWords[verb]}…
    </Button>
  )
}

/** The calculation that it was chosen from, opened anew with every option. */
function PriceAgain({ quote }: { quote: Quote }) {
  const router = useRouter()
  async function open() {
    const link = await writeLink(quotedWorkbench(quote))
    router.push(`/buyers/${quote.buyerId}/prices${link === null ? '' : `?w=${link}`}`)
  }
  return (
    <Button variant="primary" onClick={() => void open()}>
      Price again
    </Button>
  )
}
