import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { moneyWords } from '@/lib/charges/money-words'
import type { CurrencySums, GivenMoney, MoneyGroup } from '@/lib/charges/sums'
import { FilterLink } from './filter-link'

/** Money by currency, never across: what was received, and beside it what was not. */
export function MoneyByCurrency({ currencies }: { currencies: readonly CurrencySums[] }) {
  return (
    <Card as="div" className="overflow-hidden">
      <div className="-mr-px -mb-px grid grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]">
        {currencies.map((money) => (
          <CurrencyPile key={money.currency} money={money} />
        ))}
      </div>
    </Card>
  )
}

function CurrencyPile({ money }: { money: CurrencySums }) {
  const { currency, totals, average, discount, coupon, tax } = money
  const { received } = totals
  return (
    <section aria-label={`Money in ${currency || 'no currency'}`} className="border-r border-b px-4 py-3">
      <h3 className="text-meta text-muted">Money received, {currency || 'unknown currency'}</h3>
      <FilterLink
        to={{ currency: currency || null, money: 'received' }}
        label={`Orders with money received in ${currency}`}
        className="block"
      >
        <Amount
          value={received.amount}
          currency={currency}
          usd={received.usd}
          usdNote={usdNote(received)}
          received
          size="total"
        />
      </FilterLink>
      <ul className="mt-1 text-ink-2 text-meta tabular-nums">
        <li>
          {ordersWords(received.orders)}
          {average !== null && `, average ${moneyWords(average, currency)}`}
        </li>
        <Missed pile={totals.open} money="open" word="open" currency={currency} />
        <Missed pile={totals.lost} money="lost" word="lost" currency={currency} />
        <Missed pile={totals.other} money="other" word="with an unrecognised status" currency={currency} />
        <GivenLine given={discount} trait="discount" word="in discounts" currency={currency} />
        <GivenLine given={coupon} trait="coupon" word="in coupons" currency={currency} />
        <GivenLine given={tax} trait="tax" word="in tax" currency={currency} />
      </ul>
    </section>
  )
}

type MissedProps = { pile: MoneyGroup; money: 'open' | 'lost' | 'other'; word: string; currency: string }

function Missed({ pile: { amount, orders }, money, word, currency }: MissedProps) {
  if (amount === null) return null
  return (
    <li>
      <FilterLink to={{ currency: currency || null, money }} label={`Orders of money ${word} in ${currency}`}>
        {moneyWords(amount, currency)} {word} in {ordersWords(orders)}
      </FilterLink>
    </li>
  )
}

type GivenProps = { given: GivenMoney; trait: 'discount' | 'coupon' | 'tax'; word: string; currency: string }

function GivenLine({ given: { amount, orders }, trait, word, currency }: GivenProps) {
  if (amount === null) return null
  return (
    <li>
      <FilterLink to={{ currency: currency || null, has: trait }} label={`Orders with ${trait} in ${currency}`}>
        {moneyWords(amount, currency)} {word}, {ordersWords(orders)}
      </FilterLink>
    </li>
  )
}

const usdNote = ({ unpriced }: MoneyGroup) =>
  unpriced === 0 ? 'from the service' : `from the service, ${unpriced.toLocaleString('en')} without USD`

const ordersWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'order' : 'orders'}`
