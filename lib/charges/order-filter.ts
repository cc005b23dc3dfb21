import { isDay } from '@/lib/core/dates'
import { type DoubtKind, doubtKinds } from './doubts'
import { isPeriod } from './periods'
import type { ChargeFamily } from './status'
import type { Entry } from './timeline'

/** What an order came to, by the word on the screen; a failed attempt counts as declined. */
export const orderStates = ['received', 'declined', 'open', 'other'] as const
export type OrderState = (typeof orderStates)[number]

/** What of the timeline is shown: orders by what they came to, or what was done beside them. */
export const shownStates = [...orderStates, 'actions'] as const
export type ShownState = (typeof shownStates)[number]

/** The fields of a filter that are picked from what the history holds. */
export const pickedFields = ['status', 'type', 'currency', 'provider', 'product'] as const
export type PickedField = (typeof pickedFields)[number]

/** Null is no limit. `from` and `to` are day keys, both included; `find` is text looked for anywhere in an order. */
export type OrderFilter = Record<PickedField, string | null> & {
  state: ShownState | null
  from: string | null
  to: string | null
  find: string | null
}

export const filterFields = ['state', ...pickedFields, 'from', 'to', 'find'] as const satisfies readonly (keyof OrderFilter)[]

export const noFilter: OrderFilter = Object.freeze({
  state: null,
  status: null,
  type: null,
  currency: null,
  provider: null,
  product: null,
  from: null,
  to: null,
  find: null,
})

/** A longer text is looked for nowhere. */
export const maxFilterText = 200

const textOf = (text: string | null | undefined) => (text && text.length <= maxFilterText ? text : null)

/** What a filter calls the currency of money that came without one. */
export const noCurrency = 'none'

/** How a filter asks for the money of a currency, which is empty where the service names none. */
export const filterCurrency = (currency: string): string => currency || noCurrency

/** The filter that parameters of an address ask for; what makes no sense there is left out. */
export function filterFrom(params: Partial<Record<string, string | null>>): OrderFilter {
  const text = (name: string) => textOf(params[name])?.trim() || null
  const day = (name: string) => (isDay(params[name] ?? '') ? (params[name] ?? null) : null)
  const picked = Object.fromEntries(pickedFields.map((field) => [field, text(field)])) as Record<PickedField, string | null>
  const [from, to] = [day('from'), day('to')]
  return {
    ...picked,
    product: picked.product && (params.product ?? null), // as it is named, which may begin or end with a blank
    state: shownStates.find((state) => state === params.state) ?? null,
    from,
    to: from !== null && to !== null && to < from ? null : to,
    find: text('find') && (params.find ?? null), // not trimmed: somebody is typing, and the next word follows the blank
  }
}

/** The parameters of an address that ask for the filter: what is null in it is absent. */
export function paramsOf(filter: OrderFilter): Record<string, string> {
  return Object.fromEntries(
    filterFields
      .map((field) => [field, filter[field]] as const)
      .filter((pair): pair is [(typeof pair)[0], string] => pair[1] !== null),
  )
}

export function isFiltering(filter: OrderFilter): boolean {
  return filterFields.some((field) => filter[field] !== null)
}

/** Whether something done beside the orders passes. It holds none of what is picked from orders. */
export function passesEntry({ time, text }: Entry, { state, from, to, find, ...picked }: OrderFilter): boolean {
  const day = time.slice(0, 10)
  return (
    (state === null || state === 'actions') &&
    Object.values(picked).every((value) => value === null) &&
    (from === null || day >= from) &&
    (to === null || day <= to) &&
    (find === null || folded(text).includes(folded(find)))
  )
}

/** Upper and lower case, accents and the way a letter is composed make no difference. */
export function folded(text: string | null): string {
  return (text ?? '').trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What an order may have about it, beside what it holds: what a rate or a share on the page is counted from. */
export const traits = [
  ...['decided', 'approved', 'declined-first', 'recovered', 'discount', 'coupon', 'tax', 'unreadable', 'doubt'],
  ...doubtKinds,
] as readonly Trait[]
export type Trait =
  | 'decided'
  | 'approved'
  | 'declined-first'
  | 'recovered'
  | 'discount'
  | 'coupon'
  | 'tax'
  | 'unreadable'
  | 'doubt'
  | DoubtKind

const families = ['received', 'open', 'lost', 'other'] as const satisfies readonly ChargeFamily[]

/**
 * The filter of a whole history. `money` and `month` (`YYYY-MM`, or a quarter `YYYY-Qn`) pick money, `mid` (with `provider`) and `reason` pick attempts: an
 * order passes when it holds such a thing, and sums are made of those things alone.
 */
export type ChargeFilter = OrderFilter & {
  money: ChargeFamily | null
  month: string | null
  mid: string | null
  reason: string | null
  has: Trait | null
}

export const chargeFilterFields = [...filterFields, 'money', 'month', 'mid', 'reason', 'has'] as const

export const noChargeFilter: ChargeFilter = Object.freeze({
  ...noFilter,
  money: null,
  month: null,
  mid: null,
  reason: null,
  has: null,
})

/** The filter that parameters of an address ask for; what makes no sense there is left out. */
export function chargeFilterFrom(params: Partial<Record<string, string | null>>): ChargeFilter {
  const { state, ...rest } = filterFrom(params)
  return {
    ...rest,
    state: state === 'actions' ? null : state,
    money: families.find((family) => family === params.money) ?? null,
    month: isPeriod(params.month ?? '') ? (params.month ?? null) : null,
    mid: textOf(params.mid),
    reason: textOf(params.reason),
    has: traits.find((trait) => trait === params.has) ?? null,
  }
}

export const isChargeFiltering = (filter: ChargeFilter): boolean => chargeFilterFields.some((field) => filter[field] !== null)

/** The parameters of an address that ask for the filter: what is null in it is absent. */
export function chargeParamsOf(filter: ChargeFilter): Record<string, string> {
  return Object.fromEntries(
    chargeFilterFields.flatMap((field) => {
      const value = filter[field]
      return value === null ? [] : [[field, value]]
    }),
  )
}
