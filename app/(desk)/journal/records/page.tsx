import type { Metadata } from 'next'
import { RecordsView } from '@/components/journal/records-view'
import { Frame } from '@/components/ui/frame'
import { pagePerson } from '@/lib/server/auth/page-person'
import { peopleOfJournal } from '@/lib/server/desk/journal-page'
import { env } from '@/lib/server/env'
import { merchantForPeople } from '@/lib/server/merchants'
import { pageMerchant } from '@/lib/server/page-merchant'

export const metadata: Metadata = { title: 'Journal, other entries' }

export default async function RecordsPage() {
  const person = await pagePerson()
  const { code } = await pageMerchant()
  const desk = { role: person.role, merchant: code, merchants: env().merchants.map(merchantForPeople) }
  return (
    <Frame page>
      <RecordsView desk={desk} people={await peopleOfJournal(person)} />
    </Frame>
  )
}
