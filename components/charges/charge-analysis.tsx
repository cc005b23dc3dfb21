import type { ReactNode } from 'react'
import { formatMoney } from '@/lib/charges/money-words'
import { type ChargeFilter, filterCurrency } from '@/lib/charges/order-filter'
import type { ChargeSums, CurrencySums } from '@/lib/charges/sums'
import { percentOf } from '@/lib/core/money'
import { FilterLink } from './filter-link'

type Props = {
  /** Of the orders that pass the filter. */
  sums: ChargeSums
  /** The currency on screen, over the whole history. */
  money: CurrencySums
  isFiltered: boolean
}

/** How attempts ended, why orders were lost, and how each provider did, over the filtered orders. Every number leads to its rows. */
export function ChargeAnalysis({ sums, money, isFiltered }: Props) {
  const { attempts, decided, approved, declinedFirst, recovered } = sums
  const shown = sums.currencies.find(({ currency }) => currency === money.currency)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] divide-line text-table max-md:divide-y md:grid-cols-3 md:divide-x">
      <Part title={isFiltered ? 'Attempts, filtered orders' : 'Attempts'}>
        <Rate
          name="Attempts accepted"
          part={attempts.received}
          whole={attempts.received + attempts.lost}
          to={{ has: 'decided' }}
        />
        <Rate name="Orders paid" part={approved} whole={decided} to={{ has: 'approved' }} />
        <Rate name="Recovered by cascade" part={recovered} whole={declinedFirst} to={{ has: 'recovered' }} />
        {shown && <GivenRows money={shown} />}
      </Part>
      <DeclineShares sums={sums} />
      <Places sums={sums} />
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="min-w-0 px-4 py-2.5">
    <h4 className="mb-1 font-medium text-meta text-muted">{title}</h4>
    {children}
  </section>
)

type RowProps = { to: Partial<ChargeFilter>; label: string; name: ReactNode; value: ReactNode; aside?: ReactNode }

const Row = ({ to, label, name, value, aside }: RowProps) => (
  <FilterLink to={to} label={label} className="flex min-h-6 items-baseline gap-2 py-0.5">
    <span className="min-w-0 flex-auto wrap-anywhere">{name}</span>
    <span className="flex-none text-right font-semibold tabular-nums">{value}</span>
    <span className="min-w-16 flex-none whitespace-nowrap text-right text-meta text-muted tabular-nums">{aside}</span>
  </FilterLink>
)

const english = (count: number) => count.toLocaleString('en')

function Rate({ name, part, whole, to }: { name: string; part: number; whole: number; to: Partial<ChargeFilter> }) {
  const percent = percentOf(part, whole)
  return (
    <Row
      to={to}
      label={`Orders: ${name.toLowerCase()}`}
      name={name}
      value={percent === null ? '–' : `${percent}%`}
      aside={`${english(part)} of ${english(whole)}`}
    />
  )
}

/** What was taken off, and what an order came to on average. */
function GivenRows({ money: { currency, average, discount, coupon, totals } }: { money: CurrencySums }) {
  const of = filterCurrency(currency)
  return (
    <>
      {average !== null && (
        <Row
          to={{ currency: of, money: 'received' }}
          label={`Orders with money received in ${currency}`}
          name="Average received"
          value={formatMoney(average, currency)}
          aside={english(totals.received.orders)}
        />
      )}
      {(['discount', 'coupon'] as const).map((kind) => {
        const given = kind === 'discount' ? discount : coupon
        if (given.amount === null) return null
        return (
          <Row
            key={kind}
            to={{ currency: of, has: kind }}
            label={`Orders with ${kind} in ${currency}`}
            name={kind === 'discount' ? 'Discounts' : 'Coupons'}
            value={formatMoney(given.amount, currency)}
            aside={english(given.orders)}
          />
        )
      })}
      {totals.other.amount !== null && (
        <Row
          to={{ currency: of, money: 'other' }}
          label={`Orders of money with an unrecognised status in ${currency}`}
          name="Unrecognised statuses"
          value={formatMoney(totals.other.amount, currency)}
          aside={english(totals.other.orders)}
        />
      )}
    </>
  )
}

const maxShown = 8

/** Why attempts were lost, the most frequent first. */
function DeclineShares({ sums: { declines } }: { sums: ChargeSums }) {
  const all = declines.reduce((before, { count }) => before + count, 0)
  return (
    <Part title="Why attempts were lost">
      {all === 0 && <p className="text-muted">No declined attempts.</p>}
      {declines.slice(0, maxShown).map(({ reason, count }) => (
        <Row
          key={reason}
          to={{ reason }}
          label={`Orders declined: ${reason}`}
          name={reason}
          value={english(count)}
          aside={`${percentOf(count, all)}%`}
        />
      ))}
      <More count={declines.length - maxShown} />
    </Part>
  )
}

const More = ({ count }: { count: number }) => (count > 0 ? <p className="pt-1 text-meta text-muted">and {count} more</p> : null)

/** Approval by provider and mid, and what was received there. */
function Places({ sums: { places } }: { sums: ChargeSums }) {
  return (
    <Part title="Approval by provider">
      {places.length === 0 && <p className="text-muted">No attempts.</p>}
      {places.slice(0, maxShown).map(({ provider, mid, attempts, received }) => {
        const decided = attempts.received + attempts.lost
        const percent = percentOf(attempts.received, decided)
        const at = { provider: provider === '–' ? null : provider, mid }
        return (
          <div key={`${provider} ${mid}`}>
            <Row
              to={at}
              label={`Orders at ${provider} / ${mid}`}
              name={
                <>
                  {provider} <span className="text-muted">{mid}</span>
                </>
              }
              value={percent === null ? '–' : `${percent}%`}
              aside={percent === null ? 'undecided' : `of ${english(decided)}`}
            />
            <span className="flex flex-wrap gap-x-3 text-meta text-muted tabular-nums">
              {received.map(({ currency, amount }) => (
                <FilterLink
                  key={currency}
                  to={{ ...at, money: 'received', currency: filterCurrency(currency) }}
                  label={`Orders with money received in ${currency} at ${provider} / ${mid}`}
                  className="inline-flex min-h-6 items-center"
                >
                  {formatMoney(amount, currency)}
                </FilterLink>
              ))}
            </span>
          </div>
        )
      })}
      <More count={places.length - maxShown} />
    </Part>
  )
}
