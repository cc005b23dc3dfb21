import Link from 'next/link'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Table } from '@/components/ui/table'
import type { ApprovalRate, ChargeFigures } from '@/lib/charges/charge-figures'
import type { TeamMember } from '@/lib/commands/team-member'
import { countOf } from '@/lib/core/count-of'
import { monthName, shortDay } from '@/lib/core/dates'
import { fewestForShare } from '@/lib/core/money'
import type { RefundFigures } from '@/lib/refunds/refund-figures'
import { formatSums } from './sums-words'

const beside = (text: string) => <span className="text-meta text-muted">{text}</span>

/** Received, lost and tax of the month so far, a row for each currency. */
export function MonthCard({ today, money }: Pick<ChargeFigures, 'today' | 'money'>) {
  return (
    <Card aria-labelledby="month">
      <CardHead title={`${monthName(today).slice(0, -5)} so far`} id="month" beside={beside(`1 to ${shortDay(today, today)}`)} />
      {money.length === 0 ? (
        <NothingRead of="charge of this month" />
      ) : (
        <Table>
          <Heads of="Currency" figures={['Received', 'Lost', 'Tax']} />
          <tbody>
            {money.map(({ currency, received, lost, tax }) => (
              <tr key={currency}>
                <td className="font-medium">{currency}</td>
                <td className="text-right tabular-nums">
                  <Amount value={received} received />
                </td>
                <td className="text-right tabular-nums">
                  <Amount value={lost} />
                </td>
                <td className="text-right tabular-nums">
                  <Amount value={tax} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

/** How much of what was decided came through, by provider. */
export function ProvidersCard({ providers }: Pick<ChargeFigures, 'providers'>) {
  return (
    <Card id="approval-rate" aria-labelledby="approval-rate-title" className="scroll-mt-18">
      <CardHead title="Approval rate by provider" id="approval-rate-title" />
      {providers.length === 0 ? (
        <NothingRead of="decided attempt of the last 7 days" />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_auto_auto_auto] gap-x-3 gap-y-2 px-4 py-3 text-table max-sm:grid-cols-[minmax(0,1fr)_auto_auto]">
          {providers.map(({ provider, ...rate }) => (
            <Rate key={provider} name={provider} {...rate} />
          ))}
          <p className="col-span-full text-meta text-muted">
            Attempts decided, last 7 days. The change is in points against the 7 days before.
          </p>
        </div>
      )}
    </Card>
  )
}

function Rate({ name, rate, received, decided, change }: { name: string } & ApprovalRate) {
  const counts = `${received.toLocaleString('en')} of ${decided.toLocaleString('en')}`
  const isShare = decided >= fewestForShare
  return (
    <p className="col-span-full grid grid-cols-subgrid items-center tabular-nums">
      <span className="truncate">{name}</span>
      <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="h-1.5 w-full rounded-bar max-sm:hidden">
        <rect width="100" height="6" className="fill-chart-3" />
        <rect width={rate} height="6" className="fill-chart-1" />
      </svg>
      <b className="text-right font-semibold">{isShare ? `${rate}%` : counts}</b>
      <span className="text-right text-meta text-muted max-sm:hidden">{isShare ? counts : 'too few for a share'}</span>
      <span className="text-right text-meta text-muted">{change === null || !isShare ? '–' : signed(change)}</span>
    </p>
  )
}

/** `+0.6`, `−4.2`, `±0.0` of a difference. */
export const signed = (points: string) =>
  points.startsWith('-') ? points.replace('-', '−') : `${/[1-9]/.test(points) ? '+' : '±'}${points}`

/** Says that figures need charges that were read, and how to read some. */
function NothingRead({ of }: { of: string }) {
  return (
    <div className="grid justify-items-start gap-2 px-4 py-3 text-table">
      <p className="text-muted">{`Nothing read yet. No ${of} is known. Charges count here once somebody opens a buyer.`}</p>
      <a href="#find" className={buttonClass({ size: 'small' })}>
        Find a buyer
      </a>
    </div>
  )
}

/** What each person's actions came to. By name, without times: a count from the journal, not a comparison. */
export function TeamCard({ since, members }: { since: string; members: readonly TeamMember[] }) {
  const counts = ['done', 'refused', 'unconfirmed'] as const
  return (
    <Card aria-labelledby="team">
      <CardHead title="Team" id="team" beside={beside('last 7 days, from the journal')}>
        <Link href="/report" prefetch={false} className={buttonClass({ size: 'small' })}>
          Open report
        </Link>
      </CardHead>
      {members.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">Nobody has sent an action in the last 7 days.</p>
      ) : (
        <Table>
          <Heads of="Person" figures={['Done', 'Refused', 'Unconfirmed']} />
          <tbody>
            {members.map((member) => (
              <tr key={member.name}>
                <td>{member.name}</td>
                {counts.map((count) => (
                  <td key={count} className="text-right tabular-nums">
                    <Counted
                      count={member[count]}
                      href={`/journal?${new URLSearchParams({ person: member.name, outcome: count === 'unconfirmed' ? 'open' : count, from: since })}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

const Counted = ({ count, href }: { count: number; href: string }): ReactNode =>
  count === 0 ? (
    <span className="text-muted">0</span>
  ) : (
    <Link href={href} prefetch={false} className="text-accent hover:underline">
      {count.toLocaleString('en')}
    </Link>
  )

/** How long the requests have waited, the oldest first, with the money of each. */
export function RefundAgesCard({ waiting, ages }: Pick<RefundFigures, 'waiting' | 'ages'>) {
  return (
    <Card aria-labelledby="refund-ages">
      <CardHead title="Refunds by age" id="refund-ages" count={waiting}>
        <Link href="/refunds" prefetch={false} className={buttonClass({ size: 'small' })}>
          Decide
        </Link>
      </CardHead>
      {waiting === 0 ? (
        <p className="px-4 py-3 text-muted text-table">No refunds to decide.</p>
      ) : (
        <ul className="divide-y">
          {ages.map(({ label, isOld, count, sums }) => (
            <li key={label} className="grid min-h-row grid-cols-[6rem_2.5rem_minmax(0,1fr)] items-center gap-x-3 px-4 text-table">
              <span className={isOld && count > 0 ? 'font-medium' : undefined}>{label}</span>
              <span className="text-right tabular-nums">
                {count === 0 ? <span className="text-muted">0</span> : count.toLocaleString('en')}
              </span>
              <span className="text-right tabular-nums">{formatSums(sums)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What the next files to the providers would hold. */
export function BatchCard({ offers }: Pick<RefundFigures, 'offers'>) {
  return (
    <Card aria-labelledby="batch">
      <CardHead title="Batch" id="batch" beside={beside('approved, not in a file')}>
        {offers.length > 0 && (
          <Link href="/refunds?state=approved&file=no" prefetch={false} className={buttonClass({ size: 'small' })}>
            Create files
          </Link>
        )}
      </CardHead>
      {offers.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">Nothing waits for a file. Approved refunds appear here.</p>
      ) : (
        <ul className="divide-y">
          {offers.map(({ merchant, provider, mid, count, sums }) => (
            <li
              key={`${merchant} ${provider} ${mid}`}
              className="flex min-h-row flex-wrap items-center gap-x-4 px-4 py-1.5 text-table tabular-nums"
            >
              <span>{provider ?? 'Unknown provider'}</span>
              <span className="ml-auto text-muted">{count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`}</span>
              <span>{formatSums(sums)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** On how many buyers the figures rest, and between which days their charges were last seen. */
export function describeScope(figures: ChargeFigures, merchant: string): string {
  const { partly } = figures
  const words = describeRead(figures, merchant)
  if (partly === 0) return words
  const whose = partly === 1 ? '1 buyer was' : `${partly.toLocaleString('en')} buyers were`
  return `${words} Older charges of ${whose} read by an earlier version, so findings may miss them until somebody opens the buyer.`
}

function describeRead({ buyers, read, readFrom, readUntil, since, today }: ChargeFigures, merchant: string): string {
  const among = `Of ${countOf(buyers, 'buyer')} known on ${merchant}`
  const start = shortDay(since, today)
  if (read === 0 || readFrom === null || readUntil === null) return `${among}, no charge since ${start} has been read.`
  const days =
    readFrom === readUntil ? shortDay(readUntil, today) : `${shortDay(readFrom, today)} to ${shortDay(readUntil, today)}`
  return `${among}, the charges of ${read.toLocaleString('en')} since ${start} count, as read ${days}.`
}

const Heads = ({ of, figures }: { of: string; figures: readonly string[] }) => (
  <thead>
    <tr>
      <th scope="col">{of}</th>
      {figures.map((head) => (
        <th key={head} scope="col" className="text-right!">
          {head}
        </th>
      ))}
    </tr>
  </thead>
)
