import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { formatAmount } from '@/lib/core/money'
import { describeRate, journalOf, rateScope, recordsOf, type TeamReport } from '@/lib/pages/team-report'

/** A number that leads to what it counts, where there is something and the person may see it. */
export function CountLink({ count, of, href }: { count: number; of: string; href: string | null }) {
  const number = count.toLocaleString('en')
  if (count === 0 || href === null) return <span className={count === 0 ? 'text-muted' : undefined}>{number}</span>
  return (
    <Link href={href} prefetch={false} aria-label={`${number} ${of}`} className="text-accent hover:underline">
      {number}
    </Link>
  )
}

type Props = { meta: TeamReport['meta'] }

/** Why the service refused, each reason the way to the actions. */
export function Reasons({ meta }: Props) {
  const { reasons } = meta
  return (
    <Card aria-labelledby="reasons">
      <CardHead title="Why actions were refused" id="reasons" />
      {reasons.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">The service refused nothing in these days.</p>
      ) : (
        <ul className="divide-y">
          {reasons.map(({ reason, count }) => (
            <li key={reason} className="flex min-h-row items-center gap-4 px-4 py-1.5 text-table">
              <span className="min-w-0 wrap-anywhere">{reason}</span>
              <span className="ml-auto tabular-nums">
                <CountLink count={count} of={`refused, ${reason}`} href={journalOf(meta, { reason }, 'refused')} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const hours = (value: number) => (value < 48 ? `${value.toFixed(1)} hours` : `${(value / 24).toFixed(1)} days`)

export function Refunds({ meta: { refunds, rate, from, to } }: Props) {
  const { states, asked, filter, middleHours, mostHours } = refunds
  return (
    <Card aria-labelledby="refunds">
      <CardHead title="Refunds requested" id="refunds" count={asked} />
      <ul className="divide-y">
        {states.map(({ state, label, count, sums }) => (
          <li
            key={state}
            className="grid min-h-row grid-cols-[6rem_3rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-1.5 text-table"
          >
            <span>{label}</span>
            <span className="text-right tabular-nums">
              <CountLink
                count={count}
                of={`refunds, ${label.toLowerCase()}`}
                href={`/refunds?${new URLSearchParams({ state, from, to, ...filter })}`}
              />
            </span>
            <span className="text-right text-ink-2 tabular-nums">
              {sums.map(({ amount, currency }) => `${formatAmount(amount)} ${currency}`).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2.5 text-meta text-muted">
        {middleHours === null || mostHours === null
          ? 'None of them is done yet.'
          : `From request to done: median ${hours(middleHours)}, 95% within ${hours(mostHours)}.`}
      </p>
      {rate !== null && (
        <p className="border-t px-4 py-2.5 text-table">
          {rate.received === 0
            ? 'No charge received in these days was seen here.'
            : `Refunds were made of ${describeRate(rate)}.`}
          <span className="block text-meta text-muted">{rateScope(rate)}</span>
        </p>
      )}
    </Card>
  )
}

const seconds = (value: number) => (value < 120 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(1)} min`)

/** How many requests for approval there were, what was decided, and how long that took. */
export function Approvals({ meta }: Props) {
  const { asked, approved, declined, middleSeconds, mostSeconds } = meta.approvals
  const rows = [
    { label: 'Requested', count: asked, kind: 'approval-asked' },
    { label: 'Approved', count: approved, kind: 'approved' },
    { label: 'Declined', count: declined, kind: 'declined' },
  ]
  return (
    <Card aria-labelledby="approvals">
      <CardHead title="Approvals" id="approvals" />
      <ul className="divide-y">
        {rows.map(({ label, count, kind }) => (
          <li key={kind} className="flex min-h-row items-center gap-4 px-4 py-1.5 text-table">
            <span>{label}</span>
            <span className="ml-auto tabular-nums">
              {/* Whoever sees their own entries alone doesn't see who decided. */}
              <CountLink
                count={count}
                of={`approvals ${label.toLowerCase()}`}
                href={meta.own && kind !== 'approval-asked' ? null : recordsOf(meta, kind)}
              />
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t px-4 py-2.5 text-meta text-muted">
        {middleSeconds === null || mostSeconds === null
          ? 'None was decided in these days.'
          : `From request to decision: median ${seconds(middleSeconds)}, 95% within ${seconds(mostSeconds)}.`}
      </p>
      <Proposals of={meta.proposals} />
    </Card>
  )
}

/** What machines proposed and people decided. A press that nobody can have read for is named. */
function Proposals({ of: { pressed, declined, middleSeconds, tooQuick } }: { of: TeamReport['meta']['proposals'] }) {
  if (pressed + declined === 0) return null
  const quick = tooQuick === 1 ? '1 press came' : `${tooQuick} presses came`
  return (
    <p className="border-t px-4 py-2.5 text-table">
      Proposals of machines: {pressed} pressed, {declined} declined.
      <span className="block text-meta text-muted">
        {middleSeconds !== null && `From opening to the press: median ${seconds(middleSeconds)}. `}
        {tooQuick > 0 && `${quick} within 3 seconds, too soon to have read it.`}
      </span>
    </p>
  )
}
