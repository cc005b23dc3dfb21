import { serviceTime } from '../dates'
import type { Charge, Order, OrderOrGap } from '../operations/schemas/charge-history'
import { methodWords } from '../payment-method-words'
import { factsOf, isReadable, type OrderFacts } from './order-facts'
import type { ChargeFamily } from './status'
import type { Entry } from './timeline'

/** What an order came to, by the word on the screen; a failed attempt counts as declined. */
export const orderStates = ['received', 'declined', 'open', 'other'] as const
export type OrderState = (typeof orderStates)[number]

/** What of the timeline is shown: orders by what they came to, or what was done beside them. */
export const shownStates = [...orderStates, 'actions'] as const
export type ShownState = (typeof shownStates)[number]

const states: Record<ChargeFamily, OrderState> = { received: 'received', lost: 'declined', open: 'open', other: 'other' }

/** An order that could not be read is neither received nor lost. */
export function stateOf(order: OrderOrGap): OrderState {
  return isReadable(order) ? stateFrom(factsOf(order)) : 'other'
}

export const stateFrom = ({ state }: OrderFacts): OrderState => states[state]

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

/** The filter that parameters of an address ask for; what makes no sense there is left out. */
export function filterFrom(params: Partial<Record<string, string | null>>): OrderFilter {
  const text = (name: string) => params[name]?.trim() || null
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(params[name] ?? '') ? (params[name] ?? null) : null)
  const picked = Object.fromEntries(pickedFields.map((field) => [field, text(field)])) as Record<PickedField, string | null>
  return {
    ...picked,
    state: shownStates.find((state) => state === params.state) ?? null,
    from: day('from'),
    to: day('to'),
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

/** Whether an order passes. One that could not be read is found by its id, and never by what it is not known to hold. */
export function passes(order: OrderOrGap, filter: OrderFilter): boolean {
  if (!isReadable(order)) {
    const { find, state, ...others } = filter
    return (
      Object.values(others).every((value) => value === null) &&
      (state ?? 'other') === stateOf(order) &&
      (!find || folded(order.orderId).includes(folded(find)))
    )
  }
  const day = serviceTime(order.createdAt)?.day ?? ''
  return (
    (filter.state === null || stateOf(order) === filter.state) &&
    pickedFields.every((field) => filter[field] === null || valuesOf(order, field).includes(filter[field])) &&
    (filter.from === null || day >= filter.from) &&
    (filter.to === null || (day !== '' && day <= filter.to)) &&
    (filter.find === null || searchableKept(order).includes(folded(filter.find)))
  )
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

/** What an order holds of a field, each value once. A product is named by its name, or by its code where it has none. */
export function valuesOf(order: OrderOrGap, field: PickedField): string[] {
  if (!isReadable(order)) return []
  const values = {
    status: () => order.charges.map(({ status }) => status),
    type: () => [order.type],
    currency: () => [order.currency],
    provider: () => order.charges.map(({ provider }) => provider),
    product: () => order.products.map(({ name, code }) => name ?? code),
  }[field]()
  return [...new Set(values.filter((value) => value !== null))]
}

/** What an order is found by, folded. */
export function searchable({ orderId, type, products, charges }: Order): string {
  const texts = [orderId, type, ...products.flatMap(({ name, code }) => [name, code]), ...charges.flatMap(ofCharge)]
  return folded(texts.filter(Boolean).join('\n'))
}

const remembered = new WeakMap<Order, string>()

/** The same, kept with the order: somebody who types into the box asks for it at every letter. */
function searchableKept(order: Order): string {
  const known = remembered.get(order)
  if (known !== undefined) return known
  const text = searchable(order)
  remembered.set(order, text)
  return text
}

const ofCharge = (charge: Charge) => [
  ...[charge.chargeId, charge.providerTransaction, charge.descriptor, charge.provider, charge.mid, charge.status, charge.code],
  ...[charge.amount, methodWords(charge.paymentMethod)],
]

/** Upper and lower case, accents and the way a letter is composed make no difference. */
export function folded(text: string | null): string {
  return (text ?? '').trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
