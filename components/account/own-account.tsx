'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { late } from '@/components/ui/late'
import { Notice } from '@/components/ui/notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import type { NoticeKind, NoticePreferences } from '@/lib/notices/notice'
import { sessionsKey } from '@/lib/operations/query-keys'
import type { Session } from '@/lib/people/session'
import type { OwnPasskeys } from '@/lib/signatures/passkey'
import { PasswordForm } from './password-form'
import { SessionsCard } from './sessions-card'

/** It comes right after the page, which everybody opens for something else. */
const NotificationsCard = late(
  () => import('./notifications-card').then((file) => file.NotificationsCard),
  <Card>
    <SkeletonRows rows={8} />
  </Card>,
)

/** So does this one. */
const PasskeysCard = late(
  () => import('./passkeys-card').then((file) => file.PasskeysCard),
  <Card>
    <SkeletonRows rows={3} />
  </Card>,
)

type Props = {
  person: { name: string; email: string; role: string }
  company: boolean
  sessions: Session[]
  passkeys: OwnPasskeys
  notices: { initial: NoticePreferences; kinds: readonly NoticeKind[] }
}

/** The person's own details, notifications, sessions, passkeys and password. */
export function OwnAccount({ person: { name, email, role }, company, sessions, passkeys, notices }: Props) {
  const queryClient = useQueryClient()
  return (
    <>
      <Card aria-labelledby="you">
        <CardHead title="You" id="you" />
        <CardBody>
          <DataList>
            <DataItem term="Name">{name}</DataItem>
            <DataItem term="E-mail">{email}</DataItem>
            <DataItem term="Role">{role}</DataItem>
            <DataItem term="Signs in with">{company ? 'your company, which sets your name and role' : 'a password'}</DataItem>
          </DataList>
        </CardBody>
      </Card>
      <div id="notifications" className="scroll-mt-17">
        <NotificationsCard {...notices} />
      </div>
      <SessionsCard initial={sessions} />
      <PasskeysCard initial={passkeys} />
      {!company && <PasswordCard email={email} onChanged={() => void queryClient.invalidateQueries({ queryKey: sessionsKey })} />}
    </>
  )
}

/** Changes the person's own password. `onChanged` runs after the other sessions have ended. */
function PasswordCard({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [changed, setChanged] = useState(false)
  return (
    <Card aria-labelledby="password">
      <CardHead title="Password" id="password" />
      <CardBody className="max-w-100">
        {changed && (
          <Notice kind="settled" role="status" className="mb-4">
            Password changed. You’ve been signed out everywhere else.
          </Notice>
        )}
        <PasswordForm
          email={email}
          currentLabel="Current password"
          onChanged={() => {
            setChanged(true)
            onChanged()
          }}
        />
      </CardBody>
    </Card>
  )
}
