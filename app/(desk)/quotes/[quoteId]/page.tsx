import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { verbOffers } from '@/lib/commands/verb-words'
import { may, needsRole } from '@/lib/core/roles'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { letterheadOf } from '@/lib/people/server/letterhead'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import { quotePage } from '@/lib/prices/server/quote-page'
import { readQuote } from '@/lib/prices/server/quotes'
import { QuoteView } from './quote-view'

type Props = { params: Promise<{ quoteId: string }> }

/** A browser names what it saves as PDF by the title of the page, and the customer gets that file. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const quote = await readQuote(await pagePerson(), (await params).quoteId).catch(() => null)
  return { title: quote === null ? 'Quote' : { absolute: `${merchantByCode(quote.merchant).name} ${quote.reference}` } }
}

export default async function QuotePage({ params }: Props) {
  const person = await pagePerson()
  const found = await pageValue(await quotePage(person, (await params).quoteId))
  if (found === null) notFound()
  const letterhead = await letterheadOf(found.context.merchant)
  const context = {
    ...found.context,
    role: person.role,
    ticket: null,
    products: [],
    reasons: await reasonPresets(),
    verbs: verbOffers,
  }
  return (
    <QuoteView
      initial={found.quote}
      context={context}
      buyer={{ title: found.buyerTitle, country: found.context.buyer.country }}
      letterhead={{ ...letterhead, colour: found.context.merchant.colour ?? null }}
      customer={found.customer}
      subscription={found.subscription}
      isElsewhere={(await pageMerchant()).code !== found.quote.merchant}
      mayAct={may(person.role, 'act') ? null : needsRole('act')}
    />
  )
}
