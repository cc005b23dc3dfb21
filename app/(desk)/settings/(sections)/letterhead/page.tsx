import type { Metadata } from 'next'
import { LetterheadCard } from '@/components/settings/letterhead-card'
import { NeedsRole } from '@/components/settings/needs-role'
import { TitleRow } from '@/components/ui/title-row'
import { may } from '@/lib/core/roles'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { letterheadOf } from '@/lib/people/server/letterhead'
import { pagePerson } from '@/lib/people/server/page-person'

export const metadata: Metadata = { title: 'Letterhead' }

export default async function LetterheadPage() {
  const { role } = await pagePerson()
  if (!may(role, 'editReplies')) return <NeedsRole right="editReplies" />
  const { code, name } = await pageMerchant()
  return (
    <>
      <TitleRow title="Letterhead" />
      <LetterheadCard initial={await letterheadOf({ code, name })} merchant={{ code, name }} />
    </>
  )
}
