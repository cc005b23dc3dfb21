import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PaletteLauncher } from '@/components/palette/palette-launcher'
import { EarlyPress } from '@/components/shell/early-press'
import { IdleWatch } from '@/components/shell/idle-watch'
import { LinkGiven } from '@/components/shell/link-given'
import { NoMerchant } from '@/components/shell/lone-page'
import { PageVitals } from '@/components/shell/page-vitals'
import { Shell } from '@/components/shell/shell'
import { Providers } from '@/lib/client/providers'
import { database } from '@/lib/database/open'
import { addresses } from '@/lib/operations/addresses'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { isPageShared, pageValue } from '@/lib/pages/server/page-value'
import { prefetchWaiting } from '@/lib/pages/server/prefetch-dashboard'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import { pagePerson } from '@/lib/people/server/page-person'
import { env } from '@/lib/platform/env'
import { refusedKeys } from '@/lib/service/account-state'
import { hasKey } from '@/lib/signatures/server/keys'

/** Says in the page's head which acts are signed and whether the person has a passkey, where any is. */
async function SignedActs({ accountId }: { accountId: string }) {
  const { SIGNED_ACTS: acts, REFUND_SIGN_OVER: amounts } = env()
  if (acts.length === 0) return null
  const key = (await hasKey(await database(), accountId)) ? 'yes' : 'no'
  return <meta name="signed-acts" content={acts.join(' ')} data-key={key} data-amounts={JSON.stringify(amounts)} />
}

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const person = await pagePerson()
  const { name, email, role } = person
  const merchants = merchantsOf(person).map(merchantForPeople)
  if (merchants.length === 0) return <NoMerchant name={name} />
  const merchant = await pageMerchant()
  return (
    <Providers addresses={addresses}>
      <meta name="account" content={person.accountId} />
      <SignedActs accountId={person.accountId} />
      <EarlyPress />
      <HydrationBoundary state={await pageValue(dehydrate(await prefetchWaiting(person)))}>
        <Shell
          person={await pageValue({ name, email, role })}
          merchants={merchants}
          merchant={merchant.code}
          keysRefused={refusedKeys()}
          isShared={await isPageShared()}
        >
          <LinkGiven merchant={merchant.code} merchants={merchants} />
          {children}
        </Shell>
      </HydrationBoundary>
      <PaletteLauncher merchant={merchant.code} merchantName={merchant.name} role={role} />
      <IdleWatch />
      <PageVitals />
    </Providers>
  )
}
