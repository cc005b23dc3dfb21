'use client'

import dynamic from 'next/dynamic'

/** The menu is closed when the page comes, so its items come right after it. */
export const LateAccountItems = dynamic(() => import('./account-items').then((module) => module.AccountItems), { ssr: false })
