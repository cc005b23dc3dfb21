import type { Metadata } from 'next'
import { RecordsView } from '@/components/journal/records-view'
import { Frame } from '@/components/ui/frame'
import { merchantsOf } from '@/lib/server/auth/merchant-rights'
import { pagePerson } from '@/lib/server/auth/page-person'
import { peopleOfJournal } from '@/lib/server/desk/journal-page'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'

export const metadata: Metadata = { title: 'Journal, other entries' }

export default async function RecordsPage() {
  const person = await pagePerson()
  const { code } = await pageMerchant()
  const desk = { role: person.role, merchant: code, merchants: merchantsOf(person).map(merchantForPeople) }
  return (
    <Frame page>
      <RecordsView desk={desk} people={await peopleOfJournal(person)} />
    </Frame>
  )
}
