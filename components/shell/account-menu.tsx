import { Avatar } from '@/components/ui/avatar'
import { Menu } from '@/components/ui/menu'
import type { DeskPerson } from './desk-person'
import { KeysItem } from './keys-item'
import { OwnAccountItem } from './own-account-item'
import { SignOutItem } from './sign-out-item'
import { ThemeChoice } from './theme-choice'

export function AccountMenu({ person }: { person: DeskPerson }) {
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
      <div className="flex border-y px-2 py-2">
        <ThemeChoice />
      </div>
      <div className="pt-1">
        <OwnAccountItem />
        <div className="max-sm:hidden">
          <KeysItem />
        </div>
        <SignOutItem />
      </div>
    </Menu>
  )
}
