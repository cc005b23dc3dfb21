import { Avatar } from '@/components/ui/avatar'
import { Menu } from '@/components/ui/menu'
import type { DeskPerson } from './desk-person'
import { LateAccountItems } from './late-account-items'

export function AccountMenu({ person, isShared }: { person: DeskPerson; isShared: boolean }) {
  return (
    <Menu
      label={`${person.name}, ${person.role}`}
      trigger={<Avatar name={person.name} />}
      triggerClassName="touch-area relative grid place-items-center rounded-full focus-visible:rounded-full max-sm:size-10"
      className="w-60"
    >
      <div className="px-2 pt-1.5 pb-2">
        <div className="truncate font-semibold">{person.name}</div>
        <div className="truncate text-meta text-muted">{person.email}</div>
        <div className="text-meta text-muted">{person.role}</div>
      </div>
      <LateAccountItems isShared={isShared} />
    </Menu>
  )
}
