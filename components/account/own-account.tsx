'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { DataItem } from '@/components/ui/data-item'
import { DataList } from '@/components/ui/data-list'
import { sessionsKey } from '@/lib/query-keys'
import type { Session } from '@/lib/session'
import { PasswordCard } from './password-card'
import { SessionsCard } from './sessions-card'

type Props = { person: { name: string; email: string; role: string }; company: boolean; sessions: Session[] }

/** Who one is at this desk, one's password, and where one is signed in. */
export function OwnAccount({ person: { name, email, role }, company, sessions }: Props) {
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
            <DataItem term="Signs in with">{company ? 'your company, which decides on name and role' : 'a password'}</DataItem>
          </DataList>
        </CardBody>
      </Card>
      <SessionsCard initial={sessions} />
      {!company && <PasswordCard email={email} onChanged={() => void queryClient.invalidateQueries({ queryKey: sessionsKey })} />}
    </>
  )
}
