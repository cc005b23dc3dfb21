import { serviceTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { compare, sum } from '@/lib/core/money'
import { currencyOf, firstReceipt, stateFamilies } from '@/lib/operations/effects/facts'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { askedOf, type OrderFacts, usdIn } from './order-facts'
import { type ChargeFilter, filterCurrency } from './order-filter'
import { holdsMonth } from './periods'
import type { ChargeFamily } from './status'

export type Place = { provider: string; mid: string }

/** What was taken off and added, of a paid order, as the service gives it. */
type AdjustmentAmounts = Record<'discount' | 'coupon' | 'tax', string | null>

/**
 * A piece of money as it is summed: a receipt, what an open order may still be paid, once, or what a lost order asked for, once. `month` is `YYYY-MM` or empty. What
 * an order gives once, its tax too, is `given` with its first receipt in its own currency, so that it counts where that receipt does.
 */
export type MoneyPiece = Place & {
  family: ChargeFamily
  month: string
  currency: string
  amount: string
  usd: string | null
  given?: AdjustmentAmounts
}

/** What stands for a provider or a mid that the service leaves out. */
const notGiven = '–'

export const placeOf = ({ provider, mid }: Charge): Place => ({ provider: provider ?? notGiven, mid: mid ?? notGiven })

// Several attempts ask for the same money, so a lost order counts once, and so does an open one, with its last open attempt. What was
// declined or left open beside a payment is neither lost nor open: a voucher of an order that was paid meanwhile waits for nothing.
export function piecesOf(facts: OrderFacts): MoneyPiece[] {
  const { order, charges, state, attempts } = facts
  const first = firstReceipt(order, charges.received)
  const piece = (charge: Charge, family: ChargeFamily): MoneyPiece => ({
    ...placeOf(charge),
    family,
    month: monthOf(charge, order),
    currency: currencyOf(charge, order),
    amount: charge.amount,
    usd: charge.amountInUsd,
    ...(charge === first && order.totalPrices ? { given: givenOf(order.totalPrices) } : {}),
  })
  const last = attempts.at(-1)?.charge
  const { amount, currency, usd } = askedOf(facts)
  const lost =
    state !== 'lost' || !last ? [] : [{ ...piece(last, 'lost'), amount: amount ?? last.amount, currency: currency ?? '', usd }]
  const waiting = state === 'open' ? charges.open.slice(-1) : []
  return [
    ...charges.received.map((each) => piece(each, 'received')),
    ...waiting.map((each) => piece(each, 'open')),
    ...charges.other.map((each) => piece(each, 'other')),
    ...lost,
  ]
}

/** The month of a charge, `YYYY-MM`; empty where it has no readable time. */
export const monthOf = (charge: Charge, order: Order): string =>
  serviceTime(charge.createdAt ?? order.createdAt)?.day.slice(0, 7) ?? ''

const givenOf = ({ discount, coupon, tax }: AdjustmentAmounts): AdjustmentAmounts => ({ discount, coupon, tax })

/** Whether there is anything of it: a tax that is given back counts, nothing at all doesn't. */
export const isGiven = (amount: string | null | undefined): amount is string => amount != null && compare(amount, '0') !== 0

export type MoneyFilter = Pick<ChargeFilter, 'currency' | 'provider'> & Partial<ChargeFilter>

/** What of a filter decides which money a row shows. */
export const moneyFilterOf = ({ currency, provider, mid, money, month }: MoneyFilter): MoneyFilter => ({
  currency,
  provider: mid == null ? null : provider,
  mid,
  money,
  month,
})

/** The pieces that a filter is about. */
export const piecesIn = (pieces: readonly MoneyPiece[], filter: MoneyFilter): MoneyPiece[] =>
  pieces.filter(
    (piece) =>
      (filter.money == null || piece.family === filter.money) &&
      (filter.month == null || holdsMonth(filter.month, piece.month)) &&
      (filter.currency === null || filterCurrency(piece.currency) === filter.currency) &&
      isAtPlace(piece, filter),
  )

export const isAtPlace = ({ provider, mid }: Place, filter: MoneyFilter): boolean =>
  filter.mid == null || (mid === filter.mid && (filter.provider === null || provider === filter.provider))

/** The money of a row in one currency; `usd` is null when one of its pieces has none, because a part would look like the whole. */
export type RowMoney = {
  amount: string | null
  currency: string | null
  usd: string | null
  tax: string | null
  received: boolean
  family: ChargeFamily
  /** How many pieces it is the sum of. */
  pieces: number
}

/**
 * The money of an order's row under a filter, once for each currency: what was received, otherwise what is open, unrecognised or lost. An
 * order that isn't paid shows the tax it was quoted, which is in no sum.
 */
export function moneyOfRow(facts: OrderFacts, filter: MoneyFilter): [RowMoney, ...RowMoney[]] {
  const { order, state } = facts
  const all = piecesIn(piecesOf(facts), filter)
  const family = stateFamilies.find((each) => all.some((piece) => piece.family === each))
  const quoted = state === 'received' ? null : (order.totalPrices?.tax ?? null)
  const [first, ...more] = [
    ...groupBy(
      all.filter((piece) => piece.family === family),
      ({ currency }) => currency,
    ),
  ].map(
    ([currency, pieces], place): RowMoney => ({
      amount: sum(pieces.map(({ amount }) => amount)),
      currency: currency || null,
      usd: usdIn(pieces.map(({ usd }) => usd)),
      tax: family === 'received' ? (pieces.find(({ given }) => given)?.given?.tax ?? null) : place === 0 ? quoted : null,
      received: family === 'received',
      family: family ?? state,
      pieces: pieces.length,
    }),
  )
  return first ? [first, ...more] : [{ ...askedOf(facts), tax: quoted, received: false, family: state, pieces: 0 }]
}

/** The tax of a row, which stands with the order's own currency. */
export const taxIn = (money: readonly RowMoney[]): string | null => money.find(({ tax }) => tax !== null)?.tax ?? null
