import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { verbOffers } from '@/lib/commands/verb-words'
import { may, needsRole } from '@/lib/core/roles'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pageValue } from '@/lib/pages/server/page-value'
import { letterheadLines } from '@/lib/people/letterhead'
import { letterheadOf } from '@/lib/people/server/letterhead'
import { pagePerson } from '@/lib/people/server/page-person'
import { quotePage } from '@/lib/prices/server/quote-page'
import { QuoteView } from './quote-view'

export const metadata: Metadata = { title: 'Quote' }

export default async function QuotePage({ params }: { params: Promise<{ quoteId: string }> }) {
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
      letterhead={{
        name: letterhead.name,
        lines: letterheadLines(letterhead),
        colour: found.context.merchant.colour ?? null,
      }}
      customer={found.customer}
      subscription={found.subscription}
      isElsewhere={(await pageMerchant()).code !== found.quote.merchant}
      mayAct={may(person.role, 'act') ? null : needsRole('act')}
    />
  )
}
