import type { Metadata } from 'next'
import { OwnAccount } from '@/components/account/own-account'
import { Frame } from '@/components/ui/frame'
import { PageHead } from '@/components/ui/page-head'
import { database } from '@/lib/database/open'
import { kindsFor } from '@/lib/notices/notice'
import { preferencesOf } from '@/lib/notices/server/notices'
import { pageValue } from '@/lib/pages/server/page-value'
import { passkeysOf } from '@/lib/passkeys/server/passkey-handlers'
import { pagePerson } from '@/lib/people/server/page-person'
import { sessionsOf } from '@/lib/people/server/sessions-of'

export const metadata: Metadata = { title: 'Your account' }

/** For every role, unlike the rest of the settings. */
export default async function OwnAccountPage() {
  const person = await pagePerson()
  const { accountId, sessionId, name, email, role, issuer } = person
  const store = await database()
  const sessions = await pageValue(await sessionsOf(store, accountId, sessionId))
  const notices = { initial: await preferencesOf(store, { accountId }), kinds: kindsFor(role) }
  return (
    <Frame page>
      <PageHead title="Your account" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <OwnAccount
          person={await pageValue({ name, email, role })}
          company={issuer !== null}
          sessions={sessions}
          passkeys={await passkeysOf(person)}
          notices={notices}
        />
      </div>
    </Frame>
  )
}
