'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ActionsProvider } from '@/components/actions/actions-provider'
import type { ActionsContext } from '@/components/actions/opening'
import { OfferPaper } from '@/components/prices/offer-paper'
import { PrintOffer } from '@/components/prices/print-offer'
import { QuoteCompared } from '@/components/prices/quote-compared'
import { QuoteFacts } from '@/components/prices/quote-facts'
import { QuoteHead, useShareQuote } from '@/components/prices/quote-head'
import { QuoteSteps } from '@/components/prices/quote-steps'
import { WithdrawQuote } from '@/components/prices/withdraw-quote'
import { ReplyLanguage } from '@/components/replies/reply-language'
import { buttonClass } from '@/components/ui/button-class'
import { Frame } from '@/components/ui/frame'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { useFocusStays } from '@/components/ui/use-focus-stays'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { verbLabels } from '@/lib/commands/verb-words'
import { buyerPath } from '@/lib/core/buyer-path'
import { describeProblem } from '@/lib/core/problem-words'
import { type Letterhead, letterheadLines } from '@/lib/people/letterhead'
import { quoteAgainQuery, quoteQuery, requireOpenQuote } from '@/lib/prices/client/quotes'
import { useOfferWording } from '@/lib/prices/client/use-offer-wording'
import { offerOf } from '@/lib/prices/offer'
import { offerWriter } from '@/lib/prices/offer-words'
import { isOpenQuote, type Quote, type QuotedSubscription } from '@/lib/prices/quote'
import { actOf, verbOf } from '@/lib/prices/quote-act'
import { useRevealed } from '@/lib/reveal/client/use-revealed'
import { CopyOffer, FirstAct } from './quote-acts'

type Props = {
  initial: Quote
  context: ActionsContext
  buyer: { title: string | null; country: string | null }
  letterhead: Letterhead & { colour: string | null }
  /** Masked. */
  customer: { name: string | null; email: string | null }
  subscription: QuotedSubscription | null
  /** Whether another merchant account than the quote’s is chosen. */
  isElsewhere: boolean
  /** Why the person may act on nobody, or null. */
  mayAct: string | null
}

/** The offer as the customer gets it, and beside it what will really happen, with what the service says now. */
export function QuoteView(props: Props) {
  return (
    <ActionsProvider context={props.context}>
      <Quoted {...props} />
    </ActionsProvider>
  )
}

function Quoted({ initial, context, buyer, letterhead, customer, subscription, isElsewhere, mayAct }: Props) {
  const [quote, setQuote, again] = useQuote(initial)
  const staying = useFocusStays()
  const [failed, setFailed] = useState<Failed | null>(null)
  const share = useShareQuote(quote, setQuote)
  const queryClient = useQueryClient()
  const { merchant } = context
  useArrivalAt(merchant.code, isElsewhere)
  const paper = usePaper(quote, { zone: merchant.timeZone, letterhead, customer, subscription })
  const { offer } = paper
  const primary = actOf(quote)
  const verb = verbOf(quote)
  const whose = { merchant: quote.merchant, buyerId: quote.buyerId }
  const ready = () => requireOpenQuote(queryClient, quote)
  const fail = (title: string) => (error: Error) => setFailed({ title, error })
  async function handOut() {
    setFailed(null)
    await ready().catch((cause: Error) => {
      fail('The offer wasn’t copied')(cause)
      throw cause
    })
    void share().catch(fail('The offer was copied, but colleagues can’t open it yet'))
  }
  return (
    <Frame page className="pt-3! print:p-0!" {...staying}>
      <QuoteHead quote={quote} zone={merchant.timeZone} share={share}>
        <PrintOffer
          whose={whose}
          reference={quote.reference}
          prepare={() => ready().then(share)}
          disabledBecause={isOpenQuote(quote) ? null : 'This offer isn’t open any more'}
          onProblem={(error) => setFailed(error && { title: 'Nothing was printed', error })}
        />
        <FirstAct act={primary} quote={quote} offer={offer} mayAct={mayAct} onCopy={handOut} />
      </QuoteHead>
      {failed && <ProblemNotice {...describeProblem(failed.error)} title={failed.title} className="mb-3 print:hidden" />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_21.25rem] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_25rem] print:block">
        <div>
          <div className="mb-2 flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-meta text-muted print:hidden">
            What the customer reads. Name and e-mail print in full, and the journal records it.
            <span className="ml-auto flex flex-wrap items-center gap-2">
              <ReplyLanguage />
              {primary !== 'copy' && isOpenQuote(quote) && <CopyOffer offer={offer} onCopy={handOut} />}
            </span>
          </div>
          <OfferPaper {...paper} />
        </div>
        <div className="grid gap-4 md:row-span-2 print:hidden">
          <QuoteFacts quote={quote} buyer={buyer} subscription={subscription} again={again} />
          <QuoteSteps quote={quote} verb={verb && verbLabels[verb.verb]}>
            <Link href={buyerPath(quote.buyerId)} prefetch={false} className={buttonClass({ size: 'small' })}>
              Open the buyer
            </Link>
            {isOpenQuote(quote) && <WithdrawQuote quote={quote} onChange={setQuote} />}
          </QuoteSteps>
        </div>
        {quote.compared && quote.compared.prices.length > 0 && <QuoteCompared compared={quote.compared} />}
      </div>
    </Frame>
  )
}

/** What of the offer couldn’t be done, and why. */
type Failed = { title: string; error: Error }

/** A quote as it was last read, how to show what a change answered of it, and what the service says of it now. */
function useQuote(initial: Quote) {
  const queryClient = useQueryClient()
  const { data: quote } = useQuery({ ...quoteQuery(initial), initialData: initial })
  const again = useQuery(quoteAgainQuery(initial))
  const { queryKey } = quoteQuery(initial)
  const setQuote = (now: Quote) => void queryClient.setQueryData(queryKey, now)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked again is shown once, when it comes.
  useEffect(() => {
    if (again.data) setQuote(again.data.quote)
  }, [again.data])
  return [quote, setQuote, again] as const
}

/** The offer in the language of the buyer’s replies, with the letterhead in it, too, and whom it is for, as it may be shown now. */
function usePaper(quote: Quote, about: Pick<Props, 'letterhead' | 'customer' | 'subscription'> & { zone: string }) {
  const { zone, letterhead, customer, subscription } = about
  const wording = useOfferWording()
  const whose = { merchant: quote.merchant, buyerId: quote.buyerId }
  const name = useRevealed(whose, 'name')?.value ?? customer.name
  const email = useRevealed(whose, 'email')?.value ?? customer.email
  const numbered = wording ? (number: string) => offerWriter(wording).say('taxNumber', { number }) : undefined
  return {
    offer: wording && offerOf(quote, { zone, wording, ends: subscription?.ends ?? null }),
    letterhead: { name: letterhead.name, lines: letterheadLines(letterhead, numbered), colour: letterhead.colour },
    customer: [name, email].filter((each) => each !== null),
  }
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
