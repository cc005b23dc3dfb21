'use client'

import { Bell as BellIcon } from 'lucide'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { late, onceOpened } from '@/components/ui/late'

/** What the bell counts comes right after the page; until then its place is kept. */
export const LateBell = late(
  () => import('./bell').then((file) => file.Bell),
  <span aria-hidden className={buttonClass({ variant: 'quiet', size: 'small', square: true })}>
    <Icon of={BellIcon} />
  </span>,
)

/** The menu is closed when the page comes. */
export const AccountItems = onceOpened(() => import('./account-items').then((file) => file.AccountItems))
