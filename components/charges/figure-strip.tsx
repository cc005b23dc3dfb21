import type { ReactNode } from 'react'
import type { ChargeFigures } from '@/lib/charges/charge-answers'
import { type ChargeFilter, noChargeFilter } from '@/lib/charges/order-filter'
import type { CurrencySums, MoneyGroup } from '@/lib/charges/sums'
import { cn } from '@/lib/core/cn'
import { fewestForShare, formatAmount, percentOf } from '@/lib/core/money'
import { FilterLink } from './filter-link'

type Props = {
  figures: ChargeFigures
  /** The sums of the currency on screen; null where no money is in the history. */
  money: CurrencySums | null
  /** The currency a link asks for; null where the history has only one. */
  currency: string | null
}

/** The whole history in five figures, whatever the filter. Each leads to the rows it is made of. */
export function FigureStrip({ figures: { whole }, money, currency }: Props) {
  const code = money?.currency ?? ''
  const { received, lost } = money?.totals ?? {}
  const found = whole.toCheck
  const percent = whole.decided < fewestForShare ? null : percentOf(whole.approved, whole.decided)
  const to = (fields: Partial<ChargeFilter>) => ({ ...noChargeFilter, currency, ...fields })
  return (
    <section
      aria-label="Sums"
      className="grid rounded-card border bg-raised max-sm:grid-cols-2 sm:min-h-14 sm:grid-cols-[1.15fr_.95fr_1.1fr_1fr_1fr] lg:grid-cols-[1.35fr_.9fr_.95fr_1fr_1.05fr]"
    >
      <Figure
        title={`Received, ${orders(received?.orders ?? 0)}`}
        to={to({ money: 'received' })}
        label={`Orders with money received in ${code || 'no currency'}`}
        amount={received?.amount}
        code={code}
        aside={received && formatUsd(received)}
      />
      <Figure
        title="Lost to declines"
        to={to({ money: 'lost' })}
        label={`Orders lost in ${code || 'no currency'}`}
        amount={lost?.amount}
        code={code}
        aside={orders(lost?.orders ?? 0)}
      />
      <Figure
        title="Tax of paid orders"
        to={to({ has: 'tax' })}
        label={`Orders with tax in ${code || 'no currency'}`}
        amount={money?.tax.amount}
        code={code}
        aside={money && money.tax.orders > 0 ? orders(money.tax.orders) : null}
      />
      <Figure
        title={currency === null ? 'Approval rate' : 'Approval, all currencies'}
        to={{ ...noChargeFilter, has: 'decided' }}
        label="Orders accepted or declined"
        value={percent === null ? '–' : `${percent}%`}
        aside={`${whole.approved.toLocaleString('en')} of ${orders(whole.decided)}`}
      />
      <Figure
        title="Things to check"
        to={{ ...noChargeFilter, has: 'doubt' }}
        label="Orders with something to check"
        value={<span className={cn(found > 0 && 'text-accent')}>{found.toLocaleString('en')}</span>}
        aside={found === 0 ? 'none found' : `${found === 1 ? 'order' : 'orders'}, may be harmless`}
      />
    </section>
  )
}

const orders = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}`

/** A part is never shown as the whole. */
function formatUsd({ usd, unpriced }: MoneyGroup): string | null {
  if (usd === null) return null
  const missing =
    unpriced === 0 ? 'per the service' : `without ${unpriced.toLocaleString('en')} ${unpriced === 1 ? 'charge' : 'charges'}`
  return `${formatAmount(usd)}${unpriced === 0 ? '' : '*'} USD ${missing}`
}

type FigureProps = {
  title: string
  to: Partial<ChargeFilter>
  label: string
  /** A decimal string, with its currency; or a value that is no money. */
  amount?: string | null | undefined
  code?: string
  value?: ReactNode
  aside?: string | null | undefined
}

/** A sum is never cut short: what stands beside it gives way, and where the cell is too narrow for it alone, it goes on in a second line. */
function Figure({ title, to, label, amount, code = '', value, aside }: FigureProps) {
  const whole = [amount != null && `${formatAmount(amount)} ${code}`.trim(), aside].filter(Boolean).join(', ')
  return (
    <FilterLink
      to={to}
      label={label}
      className={cn(
        'grid min-w-0 content-center gap-0.5 border-line px-4 hover:bg-hover hover:no-underline focus-visible:-outline-offset-2',
        'max-sm:min-h-15 max-sm:border-t max-sm:nth-[-n+2]:border-t-0 max-sm:even:border-l sm:not-first:border-l max-sm:last:col-span-2',
      )}
    >
      <span className="truncate text-meta print:whitespace-normal text-muted">{title}</span>
      <span
        title={whole || undefined}
        className="flex min-w-0 items-baseline gap-2 font-semibold text-[1.0625rem]/5.5 tracking-tight tabular-nums"
      >
        {value ?? (
          <span className="wrap-anywhere max-w-full shrink-0">
            {amount == null ? '–' : formatAmount(amount)}
            {amount != null && <small className="ml-1 font-normal text-ink-2 text-meta tracking-normal">{code}</small>}
          </span>
        )}
        {aside && (
          <span className="min-w-0 truncate font-normal text-meta text-muted tracking-normal max-lg:hidden">{aside}</span>
        )}
      </span>
    </FilterLink>
  )
}
