'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Table } from '@/components/ui/table'
import type { Account } from '@/lib/account'
import { listPeople, type PeopleAfter, type PersonAct } from '@/lib/client/people'
import { peopleKey } from '@/lib/query-keys'
import { AddPersonDialog } from './add-person-dialog'
import { PersonDialog } from './person-dialog'
import { PersonRow } from './person-row'

type Open = 'add' | { act: PersonAct; person: Account } | null

/** Who may sign in, and with what; local accounts are added and changed here. */
export function PeopleCard({ initial }: { initial: Account[] }) {
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
              <span className="sr-only">What may be done</span>
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
