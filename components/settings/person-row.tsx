import { Badge } from '@/components/ui/badge'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { Time } from '@/components/ui/time'
import type { Account } from '@/lib/account'
import type { PersonAct } from '@/lib/client/people'
import { actsFor, personActs } from './person-acts'

/** Somebody in the list, and what may be done about them. */
export function PersonRow({ person, onAct }: { person: Account; onAct: (act: PersonAct) => void }) {
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
            to be changed
          </Badge>
        )}
      </td>
      <td className="text-right text-ink-2 max-lg:hidden">{seenAt === null ? 'never' : <Time at={seenAt} align="end" />}</td>
      <td className="w-0 text-right">
        <Menu label={`More for ${name}`}>
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
