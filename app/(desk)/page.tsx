import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Requests } from '@/components/approvals/requests'
import { Mentions } from '@/components/notes/mentions'
import { RefundsWaiting } from '@/components/refunds/refunds-waiting'
import { Find } from '@/components/search/find'
import { GoTo } from '@/components/search/go-to'
import { RecentBuyers } from '@/components/search/recent-buyers'
import { StatementPanel } from '@/components/search/statement-panel'
import { Frame } from '@/components/ui/frame'
import { firstText } from '@/lib/first-text'
import { merchantsOf } from '@/lib/server/auth/merchant-rights'
import { pagePerson } from '@/lib/server/auth/page-person'
import { linkedSearch } from '@/lib/server/desk/linked-search'
import { recentBuyers } from '@/lib/server/knowledge/recent-buyers'
import { merchantForPeople } from '@/lib/server/merchant-for-people'
import { pageMerchant } from '@/lib/server/page-merchant'
import { pageValue } from '@/lib/server/page-value'
import { Unconfirmed } from './unconfirmed'

export const metadata: Metadata = { title: 'Find' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function FindPage({ searchParams }: Props) {
  const person = await pagePerson()
  const merchant = await pageMerchant()
  const given = await searchParams
  const ticket = firstText(given.ticket)
  const linked = await linkedSearch(firstText(given.q), ticket, { person, merchant })
  if (linked?.opens) redirect(linked.opens)
  const merchants = merchantsOf(person).map(merchantForPeople)
  return (
    <Frame page className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h1 className="sr-only">Find a buyer</h1>
        <Find
          merchant={merchant.code}
          merchantName={merchant.name}
          ticket={ticket}
          initial={await pageValue(linked?.initial ?? null)}
        />
        <StatementPanel merchant={merchant.code} ticket={ticket} />
        <RecentBuyers buyers={await pageValue(await recentBuyers(person, merchant.code))} />
      </div>
      <aside aria-label="What waits" className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Unconfirmed desk={{ role: person.role, merchant: merchant.code, merchants }} />
        <Mentions />
        <Requests desk={{ role: person.role, merchants }} />
        <RefundsWaiting />
        <GoTo role={person.role} />
      </aside>
    </Frame>
  )
}
