import { Calculator, Link as LinkIcon, ScrollText, Search, Settings, Undo2 } from 'lucide-react'
import { may, type Role, roleFor } from '@/lib/roles'
import { NavLink } from './nav-link'

/** In the bar on a desk; at the bottom of the screen on the phone, where a thumb is. */
export function MainNav({ role }: { role: Role }) {
  return (
    <nav
      aria-label="Main"
      className="flex items-center gap-0.5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:bg-raised max-sm:px-1 max-sm:pb-[env(safe-area-inset-bottom)]"
    >
      <NavLink href="/" icon={<Search />} also="/buyers">
        Find
      </NavLink>
      <NavLink href="/prices" icon={<Calculator />}>
        Prices
      </NavLink>
      <span className="max-lg:hidden">
        <NavLink href="/orders/new" icon={<LinkIcon />}>
          New order
        </NavLink>
      </span>
      <NavLink href="/journal" icon={<ScrollText />}>
        Journal
      </NavLink>
      <NavLink href="/refunds" icon={<Undo2 />}>
        Refunds
      </NavLink>
      <NavLink
        href="/settings"
        icon={<Settings />}
        disabledBecause={may(role, 'settings') ? undefined : `needs the ${roleFor('settings')} role`}
      >
        Settings
      </NavLink>
    </nav>
  )
}
