import type { Metadata } from 'next'
import { ReasonPresetsCard } from '@/components/settings/reason-presets-card'
import { TitleRow } from '@/components/ui/title-row'
import { reasonPresets } from '@/lib/commands/server/reason-presets'
import { may } from '@/lib/core/roles'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { pagePerson } from '@/lib/people/server/page-person'
import { LateReplies } from './late-replies'

export const metadata: Metadata = { title: 'Replies' }

/** The presets for reasons, for admins, and the texts of replies, which everybody may read. */
export default async function RepliesPage() {
  const { role } = await pagePerson()
  const { code, name } = await pageMerchant()
  const isAdmin = may(role, 'settings')
  return (
    <>
      <TitleRow title={isAdmin ? 'Reasons and replies' : 'Replies'} />
      {isAdmin && <ReasonPresetsCard initial={await reasonPresets()} />}
      <LateReplies key={code} merchant={{ code, name }} mayEdit={may(role, 'editReplies')} />
    </>
  )
}
