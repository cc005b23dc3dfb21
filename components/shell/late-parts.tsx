'use client'

import { Bell as BellIcon } from 'lucide'
import dynamic from 'next/dynamic'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'

/** What the bell counts comes right after the page; until then its place is kept. */
export const LateBell = dynamic(() => import('./bell').then((module) => module.Bell), {
  ssr: false,
  loading: () => (
    <span aria-hidden className={buttonClass({ variant: 'quiet', size: 'small', square: true })}>
      <Icon of={BellIcon} />
    </span>
  ),
})

/** The menu is closed when the page comes, so its items come right after it. */
export const LateAccountItems = dynamic(() => import('./account-items').then((module) => module.AccountItems), { ssr: false })
