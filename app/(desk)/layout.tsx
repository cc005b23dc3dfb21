import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PaletteLauncher } from '@/components/palette/palette-launcher'
import { IdleWatch } from '@/components/shell/idle-watch'
import { Shell } from '@/components/shell/shell'
import { Providers } from '@/lib/client/providers'
import { addresses } from '@/lib/operations/addresses'
import { pagePerson } from '@/lib/server/auth/page-person'
import { prefetchWaiting } from '@/lib/server/desk/prefetch-desk'
import { env } from '@/lib/server/env'
import { merchantForPeople } from '@/lib/server/merchants'
import { pageMerchant } from '@/lib/server/page-merchant'
import { refusedKeys } from '@/lib/server/service/keys-state'

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const person = await pagePerson()
  const { name, email, role } = person
  const merchant = await pageMerchant()
  return (
    <Providers addresses={addresses}>
      <HydrationBoundary state={dehydrate(await prefetchWaiting(person))}>
        <Shell
          person={{ name, email, role }}
          merchants={env().merchants.map(merchantForPeople)}
          merchant={merchant.code}
          keysRefused={refusedKeys()}
        >
          {children}
        </Shell>
      </HydrationBoundary>
      <PaletteLauncher merchant={merchant.code} merchantName={merchant.name} role={role} />
      <IdleWatch />
    </Providers>
  )
}
