import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { Eye } from 'lucide'
import type { ComponentProps } from 'react'
import { DayNumbers } from '@/components/home/day-numbers'
import { Figure } from '@/components/home/figure'
import {
  BatchCard,
  describeScope,
  MonthCard,
  ProvidersCard,
  RefundAgesCard,
  signed,
  TeamCard,
} from '@/components/home/figure-cards'
import { FoundCard } from '@/components/home/found-card'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { dayHeading, daysAfter, shortDay } from '@/lib/core/dates'
import { fewestForShare } from '@/lib/core/money'
import { listPath } from '@/lib/lists/list-page'
import { morningFilters } from '@/lib/pages/numbers'
import { type Morning, morningFor } from '@/lib/pages/server/morning'
import { pageValue } from '@/lib/pages/server/page-value'
import { prefetchNumbers } from '@/lib/pages/server/prefetch-dashboard'
import type { Person } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { WaitingForYou } from './waiting-for-you'

type Props = { person: Person; merchant: Merchant } & ComponentProps<typeof WaitingForYou>

/** The morning of a manager or of finance: what needs them now, what was found, the figures. */
export async function MorningView({ person, merchant, ...waiting }: Props) {
  const morning = await morningFor(person, merchant).then(pageValue, notRead)
  const isLead = person.role === 'manager'
  return (
    <section aria-labelledby="morning" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {morning === null ? (
        <NotRead />
      ) : (
        <>
          <div className="flex min-h-8 flex-wrap items-center gap-x-4">
            <h2 id="morning" className="font-semibold text-title">
              Today, {dayHeading(morning.charges.today)}
            </h2>
            <p className="flex items-center gap-1.5 text-meta text-muted sm:ml-auto">
              <Icon of={Eye} size={14} />
              {describeScope(morning.charges, merchant.name)}
            </p>
          </div>
          <HydrationBoundary state={await pageValue(dehydrate(await prefetchNumbers(person, merchant)))}>
            <DayNumbers merchant={merchant.code} isScopeSaid>
              {isLead && <Rate {...morning} />}
            </DayNumbers>
          </HydrationBoundary>
        </>
      )}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <WaitingForYou {...waiting} />
          {morning && <Findings morning={morning} isLead={isLead} />}
        </div>
        {morning && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:max-lg:grid-cols-2">
            <MonthCard today={morning.charges.today} money={morning.charges.money} />
            <ProvidersCard providers={morning.charges.providers} />
            {morning.team && <TeamCard {...morning.team} />}
            {!isLead && <BatchCard offers={morning.refunds.offers} />}
          </div>
        )}
      </div>
    </section>
  )
}

function notRead(cause: unknown): null {
  log.error({ err: cause }, 'morning_not_read')
  return null
}

function NotRead() {
  return (
    <>
      <h2 id="morning" className="font-semibold text-title">
        Today
      </h2>
      <ProblemNotice
        title="Couldn’t load the figures"
        detail="The database didn’t answer in time."
        advice="Reload the page in a moment."
      />
    </>
  )
}

function Rate({ charges: { rate } }: Morning) {
  const isShare = rate !== null && rate.decided >= fewestForShare
  return (
    <Figure
      label={rate === null || isShare ? 'Approval rate, 7 days' : 'Approved, 7 days'}
      value={rate === null ? '–' : isShare ? `${rate.rate}%` : `${rate.received} of ${rate.decided}`}
      note={isShare && rate.change !== null && `${signed(rate.change)} points`}
      href="#approval-rate"
    />
  )
}

/** Each opens exactly what was counted. */
const hrefs = {
  'renewals-failed': listPath('renewals-failed', morningFilters['renewals-failed']),
  'double-payments': listPath('double-payments', morningFilters['double-payments']),
  vouchers: listPath('vouchers', morningFilters.vouchers),
}

function Findings({ morning: { charges, findings, refunds }, isLead }: { morning: Morning; isLead: boolean }) {
  const since = daysAfter(charges.today, 1 - Number(morningFilters['renewals-failed'].span))
  const renewals = (
    <FoundCard
      id="failed-renewals"
      title="Renewals that failed"
      note={`since ${shortDay(since, charges.today)}`}
      why="Why"
      found={findings['renewals-failed']}
      href={hrefs['renewals-failed']}
      nothing="No failed renewal is known of these days."
    />
  )
  const doubles = (
    <FoundCard
      id="double-charges"
      title="Double payments"
      note="not a verdict"
      why="Apart"
      found={findings['double-payments']}
      href={hrefs['double-payments']}
      nothing="No order of the last 90 days is known to have been received twice."
    />
  )
  if (isLead) return [renewals, doubles].map((card) => <div key={card.props.id}>{card}</div>)
  return (
    <>
      <RefundAgesCard waiting={refunds.waiting} ages={refunds.ages} />
      {doubles}
      {renewals}
      <FoundCard
        id="long-open"
        title={`Payments open over ${morningFilters.vouchers.span} days`}
        note="vouchers and transfers"
        why="Waiting"
        found={findings.vouchers}
        href={hrefs.vouchers}
        nothing="No deferred payment is known to be open for that long."
      />
    </>
  )
}

/** The same place, while it's read. */
export const MorningSkeleton = () => (
  <div aria-busy className="grid gap-3">
    <Skeleton className="h-8 w-48" />
    <Skeleton className="h-16 w-full" />
    <Skeleton className="h-96 w-full" />
  </div>
)
