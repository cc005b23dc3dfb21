import type { Metadata } from 'next'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { may } from '@/lib/core/roles'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'
import { LateReplies } from '../late-replies'

export const metadata: Metadata = { title: 'Replies' }

/** The texts of replies alone: everybody may read them. */
export default async function RepliesPage() {
  const person = await pagePerson()
  const { code, name } = await pageMerchant()
  return (
    <Frame page className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Settings" />
      <LateReplies merchant={{ code, name }} mayEdit={may(person.role, 'editReplies')} />
    </Frame>
  )
}
