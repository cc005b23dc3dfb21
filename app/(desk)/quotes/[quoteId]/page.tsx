import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { may, roleFor } from '@/lib/roles'
import { pagePerson } from '@/lib/server/auth/page-person'
import { reasonPresets } from '@/lib/server/journal/reason-presets'
import { pageValue } from '@/lib/server/page-value'
import { quotePage } from '@/lib/server/prices/quote-page'
import { QuoteView } from './quote-view'

export const metadata: Metadata = { title: 'Quote' }

export default async function QuotePage({ params }: { params: Promise<{ quoteId: string }> }) {
  const person = await pagePerson()
  const found = await pageValue(await quotePage(person, (await params).quoteId))
  if (found === null) notFound()
  const desk = { ...found.desk, role: person.role, ticket: null, products: [], reasons: await reasonPresets() }
  return (
    <QuoteView initial={found.quote} desk={desk} mayAct={may(person.role, 'act') ? null : `needs the ${roleFor('act')} role`} />
  )
}
