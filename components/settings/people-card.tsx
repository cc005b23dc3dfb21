'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { Table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { peopleKey } from '@/lib/operations/query-keys'
import { listPeople, type PeopleAfter, type PersonAct } from '@/lib/people/client/people'
import type { PersonAccount } from '@/lib/people/person-account'
import { actsFor, personActs } from './person-acts'

const AddPersonDialog = onDemand(() => import('./add-person-dialog').then((file) => file.AddPersonDialog))
const PersonDialog = onDemand(() => import('./person-dialog').then((file) => file.PersonDialog))

type Open = 'add' | { act: PersonAct; person: PersonAccount } | null

/** People who may sign in, and how. Local accounts are added and changed here. */
export function PeopleCard({ initial }: { initial: PersonAccount[] }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  const { data } = useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => listPeople(signal),
    initialData: { people: initial },
  })
  const keep = ({ people }: PeopleAfter) => {
    if (people) queryClient.setQueryData(peopleKey, { people })
    else void queryClient.invalidateQueries({ queryKey: peopleKey })
  }
  const dialog = { onDone: keep, onClose: () => setOpen(null) }
  return (
    <Card aria-labelledby="people">
      <CardHead title="People" id="people" count={data.people.length}>
        <Button size="small" onClick={() => setOpen('add')}>
          <Icon of={Plus} size={14} />
          Add a person
        </Button>
      </CardHead>
      <Table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="max-md:hidden">
              E-mail
            </th>
            <th scope="col">Role</th>
            <th scope="col" className="max-sm:hidden">
              Signs in with
            </th>
            <th scope="col" className="text-right! max-lg:hidden">
              Last seen
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.people.map((person) => (
            <PersonRow key={person.id} person={person} onAct={(act) => setOpen({ act, person })} />
          ))}
        </tbody>
      </Table>
      {open === 'add' && <AddPersonDialog {...dialog} />}
      {open !== null && open !== 'add' && <PersonDialog {...open} {...dialog} />}
    </Card>
  )
}

/** One person, and the actions on them. */
function PersonRow({ person, onAct }: { person: PersonAccount; onAct: (act: PersonAct) => void }) {
  const { name, email, role, signsInWith, disabled, passwordDue, seenAt } = person
  return (
    <tr>
      <td className="py-1 font-medium">
        {name}
        <span className="block font-normal text-meta text-muted md:hidden">{email}</span>
      </td>
      <td className="max-md:hidden">{email}</td>
      <td>
        <Badge kind="plain">{role}</Badge>
      </td>
      <td className="text-ink-2 max-sm:hidden">
        {disabled ? <Badge kind="neutral">disabled</Badge> : signsInWith}
        {!disabled && passwordDue && (
          <Badge kind="deferred" className="ml-2">
            one-time password
          </Badge>
        )}
      </td>
      <td className="text-right text-ink-2 max-lg:hidden">{seenAt === null ? 'never' : <Time at={seenAt} align="end" />}</td>
      <td className="w-0 text-right">
        <Menu label={`More actions for ${name}`}>
          {actsFor(person).map((act) => (
            <MenuItem
              key={act}
              danger={personActs[act].danger}
              disabledBecause={personActs[act].not(person)}
              onSelect={() => onAct(act)}
            >
              {personActs[act].verb}
            </MenuItem>
          ))}
        </Menu>
      </td>
    </tr>
  )
}
