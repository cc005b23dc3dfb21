'use client'

import { Calculator, Ellipsis, Link as LinkIcon, List, ScrollText, Search, Settings, Siren, Undo2 } from 'lucide'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import { Menu } from '@/components/ui/menu'
import { may, needsRole, type Role } from '@/lib/core/roles'
import { isHere, NavLink, type NavPlace, navLook } from './nav-link'

// Only narrow screens have the menu, and few people open it.
const MorePlaces = late(() => import('./more-places').then((file) => file.MorePlaces))

const find: NavPlace = { href: '/', label: 'Find', icon: Search, also: '/buyers' }
const lists: NavPlace = { href: '/lists', label: 'Lists', icon: List }
const journal: NavPlace = { href: '/journal', label: 'Journal', icon: ScrollText }
const refunds: NavPlace = { href: '/refunds', label: 'Refunds', icon: Undo2 }
const prices: NavPlace = { href: '/prices', label: 'Prices', icon: Calculator, also: '/quotes' }
const newOrder: NavPlace = { href: '/orders/new', label: 'New order', icon: LinkIcon }
const incidents: NavPlace = { href: '/incidents', label: 'Incidents', icon: Siren }
const settings = (role: Role): NavPlace => ({
  href: '/settings',
  label: 'Settings',
  icon: Settings,
  disabledBecause: may(role, 'editReplies') ? undefined : needsRole('settings'),
})

/** In the top bar; on a phone at the bottom of the screen, within reach of the thumb. Where there is less room, four places fold into More. */
export function MainNav({ role }: { role: Role }) {
  const wide = (place: NavPlace) => (
    <span className="max-lg:hidden">
      <NavLink {...place} />
    </span>
  )
  return (
    <nav
      aria-label="Main"
      className="flex items-center gap-0.5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:bg-raised max-sm:px-1 max-sm:pb-[env(safe-area-inset-bottom)]"
    >
      <NavLink {...find} />
      <NavLink {...lists} />
      {wide(prices)}
      {wide(newOrder)}
      <NavLink {...journal} />
      <NavLink {...refunds} />
      {wide(incidents)}
      {wide(settings(role))}
      <More places={[prices, newOrder, incidents, settings(role)]} />
    </nav>
  )
}

/** The places that have no room of their own. Its links come when it's opened, so that no place is in the page twice. */
function More({ places }: { places: readonly NavPlace[] }) {
  const path = usePathname()
  const [isOpened, setOpened] = useState(false)
  const here = places.some((place) => isHere(place, path))
  return (
    <span className="max-sm:flex max-sm:flex-1 lg:hidden">
      <Menu
        label="More pages"
        trigger={
          <>
            <span className="sm:hidden">
              <Icon of={Ellipsis} />
            </span>
            More
          </>
        }
        triggerClassName={navLook(here)}
        onOpen={() => setOpened(true)}
      >
        {isOpened && <MorePlaces places={places} path={path} />}
      </Menu>
    </span>
  )
}
