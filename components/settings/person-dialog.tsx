'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { useActionIds } from '@/lib/client/use-action-ids'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import { aboutPerson, type PeopleAfter, type PersonAct } from '@/lib/people/client/people'
import type { PersonAccount } from '@/lib/people/person-account'
import { usePasskey } from '@/lib/signatures/client/use-passkey'
import { personActs } from './person-acts'
import { OneTimePasswordNotice, RoleField } from './person-dialog-parts'

const isLift = (act: PersonAct) => act === 'ask-lift' || act === 'lift' || act === 'decline-lift'

type Props = { act: PersonAct; person: PersonAccount; onDone: (after: PeopleAfter) => void; onClose: () => void }

/** One act about one person: what comes of it, then the verb. */
export function PersonDialog({ act, person, onDone, onClose }: Props) {
  const { verb, says, danger } = personActs[act]
  const [role, setRole] = useState<Role>(person.role)
  const once = useActionIds()
  const doIt = useMutation({
    mutationFn: () => once((actionId) => aboutPerson[act](actionId, person.id, role)),
    onSuccess: (after) => {
      onDone(after)
      if (after.password === undefined) onClose()
    },
  })
  const password = doIt.data?.password
  const passkey = usePasskey(isLift(act) ? null : 'role-change', act !== 'disable' && act !== 'sessions')
  const unchanged = act === 'role' && role === person.role
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={doIt.isPending || password !== undefined}
      title={verb}
      subtitle={`${person.name}, ${person.email}`}
      footer={
        password === undefined ? (
          <>
            <Button onClick={onClose}>Back</Button>
            <SendingButton
              variant={danger ? 'danger' : 'primary'}
              sending={doIt.isPending}
              disabledBecause={unchanged ? 'Choose another role' : passkey.missing}
              onClick={() => doIt.mutate()}
            >
              {passkey.says(verb)}
            </SendingButton>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )
      }
    >
      {password === undefined ? (
        <>
          <p>{says(person)}</p>
          {act === 'role' && <RoleField value={role} onChange={(event) => setRole(event.target.value as Role)} />}
        </>
      ) : (
        <OneTimePasswordNotice password={password} name={person.name} />
      )}
      {doIt.error && <ProblemNotice {...describeProblem(doIt.error)} />}
    </Dialog>
  )
}
