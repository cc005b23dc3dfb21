import { serviceTime } from '@/lib/core/dates'
import { fractionDigits } from '@/lib/core/money'
import type { OrderOrUnreadable } from '../operations/schemas/charge-history'
import { ledgerOutcome } from './ledger-outcome'
import { type MoneyFilter, moneyOfRow, taxIn } from './money-pieces'
import { factsFrom, isReadable, type OrderFacts, productTitle, tellingCharge } from './order-facts'
import { folded, noFilter } from './order-filter'
import { methodName } from './payment-method-words'

/** The columns of the table of all charges, from the left. */
export const ledgerColumns = [
  'when',
  'order',
  'product',
  'outcome',
  'method',
  'provider',
  'tries',
  'tax',
  'amount',
  'usd',
] as const
export type LedgerColumn = (typeof ledgerColumns)[number]

/** A column, with a minus before it from the largest down. Null is newest first. */
export type LedgerSort = LedgerColumn | `-${LedgerColumn}`
export const ledgerSorts: readonly LedgerSort[] = ledgerColumns.flatMap((column) => [column, `-${column}`] as const)

/** The order of rows that a parameter of an address asks for. */
export const sortFrom = (text: string | null | undefined): LedgerSort | null => {
  const sort = ledgerSorts.find((each) => each === text) ?? null
  return sort === '-when' ? null : sort
}

export const columnOf = (sort: LedgerSort): LedgerColumn => (sort.startsWith('-') ? sort.slice(1) : sort) as LedgerColumn
export const isDescending = (sort: LedgerSort): boolean => sort.startsWith('-')

/**
 * What an order is sorted by: keys compare as text. Keys of one group are compared with each other, and groups stay in their own order
 * whichever way the rows go, because amounts of two currencies are neither more nor less. Null where there is nothing to compare.
 */
export type SortKey = { group: string; key: string | null }

/** Columns whose values are what a filter leaves of an order. */
export const isOfMoney = (column: LedgerColumn): boolean => column === 'tax' || column === 'amount' || column === 'usd'

/**
 * What an order is sorted by in a column: what its row shows there under a filter of money. One that could not be read has its id and
 * nothing else.
 */
export function sortKeyOf(order: OrderOrUnreadable, column: LedgerColumn, filter: MoneyFilter = noFilter): SortKey {
  if (!isReadable(order)) return { group: '', key: column === 'order' ? textKey(order.orderId) : null }
  const facts = factsFrom(order)
  const charge = tellingCharge(facts)
  const money = moneyOfRow(facts, filter)
  const [{ amount, currency, usd }] = money
  const isOne = money.length === 1 // money of two currencies is neither added nor compared
  const of = (key: string | null, group = ''): SortKey => ({ group, key })
  switch (column) {
    case 'when':
      return of(timeKey(order.createdAt))
    case 'order':
      return of(textKey(order.orderId))
    case 'product':
      return of(textKey(order.products.map(productTitle).find((title) => title !== null) ?? null))
    case 'outcome':
      return of(textKey(describeOutcome(facts)))
    case 'method':
      return of(charge ? textKey(methodName(charge.paymentMethod)) : null)
    case 'provider':
      return of(charge ? textKey([charge.provider, charge.mid].filter(Boolean).join(' ')) : null)
    case 'tries':
      return of(decimalKey(String(facts.attempts.length)))
    case 'tax':
      return of(decimalKey(taxIn(money)), order.currency ?? '')
    case 'amount':
      return of(decimalKey(isOne ? amount : null), currency ?? '')
    case 'usd':
      return of(decimalKey(isOne ? usd : null))
  }
}

function describeOutcome(facts: OrderFacts): string {
  const { words, note } = ledgerOutcome(facts, null)
  return [words, note].filter(Boolean).join(' ')
}

const textKey = (text: string | null) => folded(text) || null

const timeKey = (text: string | null) => {
  const time = serviceTime(text)
  return time ? `${time.day} ${time.time}` : null
}

/** A decimal as text that compares as the decimal does, whatever its digits; `1.50` and `1.5` are the same. */
export function decimalKey(amount: string | null): string | null {
  if (amount === null || !/^-?\d+(\.\d+)?$/.test(amount)) return null
  const isNegative = amount.startsWith('-')
  const bare = isNegative ? amount.slice(1) : amount
  const whole = (bare.split('.')[0] ?? '').replace(/^0+/, '')
  const fraction = fractionDigits(bare) === 0 ? '' : (bare.split('.')[1] ?? '').replace(/0+$/, '')
  if (whole === '' && fraction === '') return '1'
  const key = `${String(whole.length).padStart(4, '0')}${whole}.${fraction}`
  // Below zero the longer number is the lesser one: every digit is turned round, and its end comes after all that goes on.
  return isNegative ? `0${key.replace(/\d/g, (digit) => String(9 - Number(digit)))}~` : `2${key}`
}
