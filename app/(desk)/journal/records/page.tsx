import type { Metadata } from 'next'
import { RecordsView } from '@/components/journal/records-view'
import { Frame } from '@/components/ui/frame'
import { peopleOfJournal } from '@/lib/commands/server/journal-page'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Other journal entries' }

export default async function RecordsPage() {
  const person = await pagePerson()
  const { code } = await pageMerchant()
  const context = { role: person.role, merchant: code, merchants: merchantsOf(person).map(merchantForPeople) }
  return (
    <Frame page tight>
      <RecordsView context={context} people={await peopleOfJournal(person)} />
    </Frame>
  )
}
