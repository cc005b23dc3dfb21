import { Eye } from 'lucide'
import { Figure, FigureStrip } from '@/components/home/figure'
import { BatchCard, MonthCard, ProvidersCard, RefundAgesCard, scopeWords, signed, TeamCard } from '@/components/home/figure-cards'
import { FoundCard } from '@/components/home/found-card'
import { foundSums, sumsWords } from '@/components/home/sums-words'
import { WaitingFigure } from '@/components/home/waiting-figure'
import { Icon } from '@/components/ui/icon'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { deferredDays, failedDays } from '@/lib/charges/charge-figures'
import { dayHeading, daysAfter, shortDay } from '@/lib/core/dates'
import { type Morning, morningFor } from '@/lib/pages/server/morning'
import { pageValue } from '@/lib/pages/server/page-value'
import type { Person } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import type { RefundFigures } from '@/lib/refunds/refund-figures'
import { WaitingForYou } from './waiting-for-you'

type Context = Parameters<typeof WaitingForYou>[0]['context']
type Props = { person: Person; merchant: Merchant; context: Context }

/** The morning of a manager or of finance: what needs them now, what was found, the figures. */
export async function MorningView({ person, merchant, context }: Props) {
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
              {dayHeading(morning.charges.today)}
            </h2>
            <p className="flex items-center gap-1.5 text-meta text-muted sm:ml-auto">
              <Icon of={Eye} size={14} />
              {scopeWords(morning.charges, merchant.name)}
            </p>
          </div>
          {isLead ? <LeadFigures {...morning} /> : <FinanceFigures {...morning} />}
        </>
      )}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <WaitingForYou context={context} />
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

function LeadFigures({ charges: { failed, twice, rate } }: Morning) {
  return (
    <FigureStrip>
      <WaitingFigure kind="approvals" label="Approvals" href="/approvals" viewer="manager" />
      <WaitingFigure kind="unconfirmed" label="Unconfirmed" href="/journal?outcome=open" viewer="manager" />
      <Figure
        label={`Renewals failed, ${failedDays} days`}
        value={counted(failed)}
        note={foundSums(failed)}
        href="#failed-renewals"
      />
      <Figure label="Double charges" value={counted(twice)} note={foundSums(twice)} href="#double-charges" />
      <Figure
        label="Approval rate, 7 days"
        value={rate === null ? '–' : `${rate.rate}%`}
        note={rate?.change != null && `${signed(rate.change)} points`}
        href="#approval-rate"
      />
    </FigureStrip>
  )
}

function FinanceFigures({ charges: { twice, deferred }, refunds: { waiting, oldest, offers, sent } }: Morning) {
  const approved = offers.reduce((all, { count }) => all + count, 0)
  const oldestNote = oldest !== null && (
    <>
      oldest <Time at={oldest} focusable={false} />
    </>
  )
  return (
    <FigureStrip>
      <Figure label="Refunds to decide" value={waiting.toLocaleString('en')} note={oldestNote} href="/refunds" />
      <Figure
        label="Approved, not in a file"
        value={approved.toLocaleString('en')}
        note={offersWords(offers)}
        href="/refunds?state=approved&file=no"
      />
      <Figure
        label="Sent, no reference yet"
        value={sent.count.toLocaleString('en')}
        note={sumsWords(sent.sums)}
        href="/refunds?state=approved&file=yes"
      />
      <Figure label="Double charges" value={counted(twice)} note={foundSums(twice)} href="#double-charges" />
      <Figure label={`Open over ${deferredDays} days`} value={counted(deferred)} note={foundSums(deferred)} href="#long-open" />
    </FigureStrip>
  )
}

const counted = ({ count, isMore }: Morning['charges']['failed']) => `${count.toLocaleString('en')}${isMore ? '+' : ''}`

const offersWords = (offers: RefundFigures['offers']) => (offers.length === 1 ? sumsWords(offers[0]?.sums ?? []) : null)

function Findings({ morning: { charges, refunds }, isLead }: { morning: Morning; isLead: boolean }) {
  const { failed, twice, deferred, today } = charges
  const renewals = (
    <FoundCard
      id="failed-renewals"
      title="Renewals that failed"
      note={`since ${shortDay(daysAfter(today, 1 - failedDays), today)}`}
      why="Why"
      found={failed}
      nothing="No failed renewal is known of these days."
    />
  )
  const doubles = (
    <FoundCard
      id="double-charges"
      title="Double charges found"
      note="not a verdict"
      why="Apart"
      found={twice}
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
        title={`Payments open over ${deferredDays} days`}
        note="vouchers and transfers"
        why="Waiting"
        found={deferred}
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
