import type { Metadata } from 'next'
import { QuoteList } from '@/components/prices/quote-list'
import { Frame } from '@/components/ui/frame'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Quotes' }

export default async function QuotesPage() {
  await pagePerson()
  const { code, name } = await pageMerchant()
  return (
    <Frame page className="pt-3!">
      <QuoteList key={code} merchant={{ code, name }} />
    </Frame>
  )
}
