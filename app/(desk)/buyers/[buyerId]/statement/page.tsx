import type { Metadata } from 'next'
import Link from 'next/link'
import { StatementPaper } from '@/components/charges/statement-paper'
import { StatementSheet } from '@/components/charges/statement-sheet'
import { PageRefused } from '@/components/shell/page-refused'
import { Frame } from '@/components/ui/frame'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { filterDays, formatFilterPeriod, statementDays, unreadPeriod } from '@/lib/charges/filter-period'
import { titleInHistory } from '@/lib/charges/known-of-buyer'
import { chargeFilterFrom } from '@/lib/charges/order-filter'
import { statementParts } from '@/lib/charges/statement'
import { buyerPath } from '@/lib/core/buyer-path'
import { dayIn } from '@/lib/core/dates'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { ServiceProblem } from '@/lib/core/problem'
import { describeProblem } from '@/lib/core/problem-words'
import { database } from '@/lib/database/open'
import { statementName } from '@/lib/files/charge-file'
import { statementOrders } from '@/lib/files/server/statement-orders'
import { formatZone } from '@/lib/files/zoned'
import { whoAre } from '@/lib/knowledge/server/who-are'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageMerchant } from '@/lib/pages/server/page-merchant'
import { letterheadLines } from '@/lib/people/letterhead'
import { letterheadOf } from '@/lib/people/server/letterhead'
import { merchantForPeople } from '@/lib/people/server/merchant-for-people'

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

async function chosen(searchParams: Props['searchParams']) {
  const given = await searchParams
  const [asked, end, period] = [given.from, given.to, given.month].map(firstNonEmpty)
  const days = { from: asked ?? null, to: end ?? null, month: period ?? null }
  return { ...statementDays(chargeFilterFrom(days)), ticket: firstNonEmpty(given.ticket), unread: unreadPeriod(days) }
}

/** A browser names what it saves as PDF by the title of the page. */
export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { code, timeZone } = await pageMerchant()
  const about = { merchant: code, buyerId: (await params).buyerId, today: dayIn(Date.now(), timeZone) }
  const { unread, ...days } = await chosen(searchParams)
  return unread === null ? { title: { absolute: statementName(days, about) } } : { title: 'Statement' }
}

/** The orders of a period on paper. Printing, or the browser's "Save as PDF", is what it is made for. */
export default async function StatementPage({ params, searchParams }: Props) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return <PageRefused problem={refused} />
  const { ticket, unread, ...days } = await chosen(searchParams)
  const read = unread === null ? await statementOrders({ person, merchant, buyerId }, days).catch(problemOf) : null
  const letterhead = await letterheadOf(merchant)
  const who = (await whoAre(await database(), merchant.code, [buyerId]))(buyerId)
  const seen = read === null || read instanceof ServiceProblem ? null : titleInHistory(read.orders.toReversed())
  const buyer = who.title ?? seen ?? `buyer …${buyerId.slice(-4)}`
  const link = (
    <Link prefetch={false} href={buyerPath(buyerId, ticket)} className="underline">
      {buyer}
    </Link>
  )
  return (
    <Frame page tight className="print:p-0">
      <StatementPaper
        {...filterDays(days)}
        month={days.month}
        ticket={ticket}
        about={
          <>
            {link}
            {days.month !== null && `, ${formatFilterPeriod(days)}`}
          </>
        }
        problem={
          unread !== null ? (
            <NotThoseDays because={unread} />
          ) : read instanceof ServiceProblem ? (
            <ProblemNotice {...describeProblem(read)} />
          ) : null
        }
      >
        {read !== null && !(read instanceof ServiceProblem) && (
          <StatementSheet
            letterhead={{
              name: letterhead.name,
              lines: letterheadLines(letterhead),
              colour: merchantForPeople(merchant).colour,
            }}
            period={formatFilterPeriod(days) ?? 'all dates'}
            madeOn={dayIn(Date.now(), merchant.timeZone)}
            buyer={buyer}
            ticket={ticket}
            parts={statementParts(read.orders, days.month)}
            zone={formatZone(merchant.timeZone, filterDays(days), dayIn(Date.now(), merchant.timeZone))}
            words={read.words}
          />
        )}
      </StatementPaper>
    </Frame>
  )
}

/** A paper of other days than were asked for would pass for what was asked. */
const NotThoseDays = ({ because }: { because: string }) => (
  <Notice kind="declined" role="alert">
    <b className="font-semibold">{because}</b> No statement is shown, because it would be of other dates. Choose the days above.
  </Notice>
)

function problemOf(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error
  throw error
}
