import type { Metadata } from 'next'
import Link from 'next/link'
import { PeriodForm, papers } from '@/components/charges/period-form'
import { Statement } from '@/components/charges/statement'
import { PageRefused } from '@/components/shell/page-refused'
import { Frame } from '@/components/ui/frame'
import { Ident } from '@/components/ui/ident'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { filterFrom } from '@/lib/charges/order-filter'
import { rangeWords } from '@/lib/core/dates'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import { ServiceProblem } from '@/lib/core/problem'
import { problemWords } from '@/lib/core/problem-words'
import { statementOrders } from '@/lib/files/server/statement-orders'
import { pageBuyer } from '@/lib/pages/server/page-buyer'
import { pageValue } from '@/lib/pages/server/page-value'

export const metadata: Metadata = { title: 'Statement' }

type Props = { params: Promise<{ buyerId: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The orders of a period on paper. Printing, or the browser's "Save as PDF", is what it is made for. */
export default async function StatementPage({ params, searchParams }: Props) {
  const { person, merchant, buyerId, refused } = await pageBuyer(params)
  if (refused) return <PageRefused problem={refused} />
  const given = await searchParams
  const { from, to } = filterFrom({ from: firstNonEmpty(given.from), to: firstNonEmpty(given.to) })
  const ticket = firstNonEmpty(given.ticket)
  const paper = papers.find((each) => each === firstNonEmpty(given.paper)) ?? 'a4'
  const read = await statementOrders({ person, merchant, buyerId }, { from, to }).catch(problemOf)
  return (
    <Frame page className={paper === 'a4' ? 'paper-a4' : 'paper-letter'}>
      <PageHead
        title="Statement of charges"
        description={
          <>
            {merchant.name},{' '}
            <Link href={`/buyers/${buyerId}`} className="underline print:no-underline">
              buyer
            </Link>{' '}
            <span className="hidden print:inline">{buyerId}</span>
            <span className="print:hidden">
              <Ident value={buyerId} />
            </span>
            , {rangeWords(from, to) ?? 'all dates'}
            {ticket && `, ticket ${ticket}`}
          </>
        }
      />
      <PeriodForm from={from} to={to} paper={paper} ticket={ticket} />
      {read instanceof ServiceProblem ? (
        <ProblemNotice {...problemWords(read)} />
      ) : (
        <div className="overflow-x-auto [--ground:var(--surface)] print:overflow-visible">
          <Statement orders={await pageValue(read.orders)} limits={null} words={read.words} />
        </div>
      )}
    </Frame>
  )
}

function problemOf(error: unknown): ServiceProblem {
  if (error instanceof ServiceProblem) return error
  throw error
}
