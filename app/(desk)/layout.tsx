import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PaletteLauncher } from '@/components/palette/palette-launcher'
import { IdleWatch } from '@/components/shell/idle-watch'
import { NoMerchant } from '@/components/shell/no-merchant'
import { Shell } from '@/components/shell/shell'
import { Providers } from '@/lib/client/providers'
import { addresses } from '@/lib/operations/addresses'
import { merchantsOf } from '@/lib/server/auth/merchant-rights'
import { pagePerson } from '@/lib/server/auth/page-person'
import { prefetchWaiting } from '@/lib/server/desk/prefetch-desk'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'
import { isPageShared, pageValue } from '@/lib/server/page-value'
import { refusedKeys } from '@/lib/server/service/keys-state'

export default async function DeskLayout({ children }: { children: ReactNode }) {
  const person = await pagePerson()
  const { name, email, role } = person
  const merchants = merchantsOf(person).map(merchantForPeople)
  if (merchants.length === 0) return <NoMerchant name={name} />
  const merchant = await pageMerchant()
  return (
    <Providers addresses={addresses}>
      <HydrationBoundary state={await pageValue(dehydrate(await prefetchWaiting(person)))}>
        <Shell
          person={await pageValue({ name, email, role })}
          merchants={merchants}
          merchant={merchant.code}
          keysRefused={refusedKeys()}
          isShared={await isPageShared()}
        >
          {children}
        </Shell>
      </HydrationBoundary>
      <PaletteLauncher merchant={merchant.code} merchantName={merchant.name} role={role} />
      <IdleWatch />
    </Providers>
  )
}
