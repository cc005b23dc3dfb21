import { formatRange } from '@/lib/core/dates'
import { inFilter } from '../commands/journal-filter'
import { type RefundState, refundStates } from './refund'

/** What the list of refunds is sorted by. A minus in front turns it round. */
export const refundSorts = ['age', 'buyer', 'product', 'provider', 'person', 'amount'] as const
export type RefundColumn = (typeof refundSorts)[number]
export type RefundSort = RefundColumn | `-${RefundColumn}`

/** Which refunds the list has, and in which order. Days are those of the request in UTC, both included. Null is any. */
export type RefundFilter = {
  state: RefundState | null
  provider: string | null
  currency: string | null
  person: string | null
  /** Whether a file for the provider holds it. */
  file: 'yes' | 'no' | null
  from: string | null
  to: string | null
  find: string | null
  sort: RefundSort | null
}

/** The values that there are to choose from. */
export type RefundFacets = { providers: string[]; currencies: string[]; people: string[] }

export const filterNames = ['state', 'provider', 'currency', 'person', 'file', 'from', 'to', 'find', 'sort'] as const

export const isRefundSort = (text: string): text is RefundSort =>
  refundSorts.some((column) => column === text || `-${column}` === text)

export const columnOf = (sort: RefundSort): RefundColumn => sort.replace('-', '') as RefundColumn

/** Nothing chosen: what is to be decided with the oldest first, anything else with the newest. */
export const sortOf = ({ sort, state }: Pick<RefundFilter, 'sort' | 'state'>): RefundSort =>
  sort ?? (state === 'waiting' ? '-age' : 'age')

const narrowing = ['provider', 'currency', 'person', 'file', 'from', 'to', 'find'] as const

/** The filter as an address has it; what makes no sense is left out. Without a state it is what is to be decided. */
export function refundFilterIn(address: Record<(typeof filterNames)[number], string | null>): RefundFilter {
  const { state, sort, file } = address
  const kept = Object.fromEntries(narrowing.map((name) => [name, inFilter(name, address[name])])) as Pick<
    RefundFilter,
    (typeof narrowing)[number]
  >
  return {
    ...kept,
    file: file === 'yes' || file === 'no' ? file : null,
    state: state === 'all' ? null : (refundStates.find((each) => each === state) ?? 'waiting'),
    sort: sort !== null && isRefundSort(sort) ? sort : null,
  }
}

export const isRefundFiltering = (filter: RefundFilter): boolean => narrowing.some((name) => filter[name] !== null)
export const noNarrowing = Object.fromEntries(narrowing.map((name) => [name, null])) as Record<(typeof narrowing)[number], null>

export const stateLabels: Record<RefundState, string> = {
  waiting: 'To decide',
  approved: 'Approved',
  done: 'Done',
  refused: 'Refused',
}

/** Whether a file holds it, in words. */
export const fileLabels = { no: 'not in a file', yes: 'in a file' } as const

/** What a file of refunds holds, in words. */
export function describeFilter({ state, provider, currency, person, file, from, to, find }: RefundFilter): string[] {
  const days = formatRange(from, to)
  return [
    state === null ? 'all states' : stateLabels[state].toLowerCase(),
    ...(provider === null ? [] : [`provider ${provider}`]),
    ...(currency === null ? [] : [currency]),
    ...(person === null ? [] : [`requested by ${person}`]),
    ...(file === null ? [] : [fileLabels[file]]),
    ...(find === null ? [] : [`text “${find}”`]),
    ...(days === null ? [] : [`requested ${days} (UTC)`]),
  ]
}
