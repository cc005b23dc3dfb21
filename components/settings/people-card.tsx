import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Table } from '@/components/ui/table'
import type { Account } from '@/lib/account'

/** Who may sign in with a local account. They are added and changed with the `users` command. */
export function PeopleCard({ people }: { people: readonly Account[] }) {
  return (
    <Card aria-labelledby="people">
      <CardHead title="People" id="people" count={people.length}>
        <span className="text-meta text-muted">
          changed with <code className="font-mono">npm run users</code>
        </span>
      </CardHead>
      <Table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col" className="max-sm:hidden">
              E-mail
            </th>
            <th scope="col">Role</th>
            <th scope="col">Sign-in</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, email, role, disabled }) => (
            <tr key={id}>
              <td className="font-medium">
                {name}
                <span className="block font-normal text-meta text-muted sm:hidden">{email}</span>
              </td>
              <td className="max-sm:hidden">{email}</td>
              <td>{role}</td>
              <td>{disabled ? <Badge kind="neutral">disabled</Badge> : 'allowed'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}
