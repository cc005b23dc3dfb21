import { daysAfter } from '@/lib/core/dates'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import type { Money } from '@/lib/core/money'

const ofMoney = ['renewals-failed', 'double-payments'] as const
export const listNames = [...ofMoney, 'blocked', 'ending', 'vouchers', 'moved-dates', 'money-back'] as const
export type ListName = (typeof listNames)[number]

const ofCharge = ['provider', 'currency', 'amount', 'country', 'product', 'opened'] as const
/** What a list may be filtered by, beside its days. */
export const listFilterFields = [...ofCharge, 'reason', 'status', 'person', 'refund'] as const
export type ListFilterField = (typeof listFilterFields)[number]

/** Only what is asked for. `span` is one of the list's own choices of days. */
export type ListFilter = Partial<Record<'span' | ListFilterField, string>>

export type ListColumn = 'why' | 'provider' | 'amount' | 'person' | 'seen'

type Span = { value: string; label: string }

export type ListOrigin = 'charges' | 'subscriptions' | 'journal' | 'events'

type ListWords = {
  label: string
  /** Which days it holds; the first is taken where none is chosen. None: the list has no choice of days. */
  spans: readonly Span[]
  filters: readonly ListFilterField[]
  columns: readonly ListColumn[]
  /** The heads of the columns that say when and what about each. */
  when: string
  why: string
  /** What is in the list, and what isn't. */
  note: string
  /** What is said where nothing was found. */
  nothing: string
  /** From what it is made. */
  of: ListOrigin
}

const lastDays = (days: number): Span => ({ value: String(days), label: `${days} days` })
const columnsOfCharge = ['why', 'provider', 'amount', 'seen'] as const

/** Every list across buyers, in the order in which they are offered. */
export const lists: Record<ListName, ListWords> = {
  'renewals-failed': {
    label: 'Renewals that failed',
    spans: [{ value: '1', label: 'Today' }, lastDays(3), lastDays(7), lastDays(30)],
    filters: ['reason', ...ofCharge],
    columns: columnsOfCharge,
    when: 'Declined',
    why: 'Reason',
    of: 'charges',
    note: 'Renewals of which no attempt was received or is still open. An order that a later attempt paid isn’t here.',
    nothing: 'No renewal that failed is known of these days.',
  },
  'double-payments': {
    label: 'Double payments',
    spans: [lastDays(90), lastDays(30), lastDays(7)],
    filters: ofCharge,
    columns: columnsOfCharge,
    when: 'Received',
    why: 'Apart',
    of: 'charges',
    note: 'Orders with more than one received charge. Both may be right, so check before you refund.',
    nothing: 'No order of these days is known to have been received twice.',
  },
  blocked: {
    label: 'Blocked',
    spans: [],
    filters: ['status', 'country', 'product', 'opened'],
    columns: ['why', 'seen'],
    when: 'Since',
    why: 'Status',
    of: 'subscriptions',
    note: 'Subscriptions that were blocked or suspended when we last saw them.',
    nothing: 'No subscription is known to be blocked or suspended.',
  },
  ending: {
    label: 'Ending in 7 days',
    spans: [],
    filters: ['country', 'product', 'opened'],
    columns: ['why', 'seen'],
    when: 'End date',
    why: 'What happens',
    of: 'subscriptions',
    note: 'Active subscriptions with autocharge off that end today or within seven days.',
    nothing: 'No subscription with autocharge off is known to end within seven days.',
  },
  vouchers: {
    label: 'Open vouchers',
    spans: [
      { value: 'all', label: 'All' },
      { value: '7', label: 'Over 7 days' },
      { value: '30', label: 'Over 30 days' },
    ],
    filters: ofCharge,
    columns: columnsOfCharge,
    when: 'Made',
    why: 'Waiting',
    of: 'charges',
    note: 'Deferred payments, such as vouchers and transfers, that were open when we last saw them.',
    nothing: 'No deferred payment is known to be open for that long.',
  },
  'moved-dates': {
    label: 'End dates moved',
    spans: [lastDays(30), lastDays(7), { value: '1', label: 'Today' }],
    filters: ['person'],
    columns: ['why', 'person'],
    when: 'Moved',
    why: 'From and to',
    of: 'journal',
    note: 'End dates that somebody moved from here. Changes made elsewhere aren’t known.',
    nothing: 'Nobody has moved an end date in these days.',
  },
  'money-back': {
    label: 'Money that went back',
    spans: [lastDays(30), lastDays(7), { value: '1', label: 'Today' }],
    filters: ['refund', 'country', 'opened'],
    columns: ['why', 'seen'],
    when: 'Told',
    why: 'What the event says',
    of: 'events',
    note: 'Hints from events, not checked. Open the buyer to read their charges. No amount is known from an event.',
    nothing: 'No event of these days tells of a refund, a void or a chargeback.',
  },
}

/** Lists of which a person closes rows: because they've seen them, or because they explain them with a reason. */
export const closings: Partial<Record<ListName, 'seen' | 'explained'>> = {
  'double-payments': 'explained',
  'moved-dates': 'seen',
  'money-back': 'seen',
}

/** Who closes rows of a list of which others see only their own. */
export const mayCloseAll = 'wholeJournal'

export const maxCounted = 1_000
/** How many rows are read at a time. */
export const listPiece = 50

export const isListName = (text: string): text is ListName => (listNames as readonly string[]).includes(text)

/** The filter in an address, without what is empty; a country in upper case, as it's kept. */
export function listFilterIn(given: Partial<Record<string, string | string[] | null | undefined>>): ListFilter {
  const pairs = (['span', ...listFilterFields] as const).flatMap((name) => {
    const value = firstNonEmpty(given[name] ?? undefined)
    return value === null ? [] : [[name, name === 'country' ? value.toUpperCase() : value] as const]
  })
  return Object.fromEntries(pairs)
}

/** Whether a list is narrowed by more than its days. */
export const isNarrowed = (filter: ListFilter): boolean => listFilterFields.some((field) => field in filter)

/** How a list comes to have rows. */
export const rowsAppear: Record<ListOrigin, string> = {
  charges: 'Rows appear here once somebody opens or imports a buyer they apply to.',
  subscriptions: 'Rows appear here once somebody opens or imports a buyer they apply to.',
  journal: 'Rows appear here once somebody changes an end date.',
  events: 'Rows appear here once an event tells of one.',
}

/** What of a filter the list doesn't have: a field of another list, or days that it doesn't offer. */
export const unknownIn = (name: ListName, filter: ListFilter): ('span' | ListFilterField)[] => {
  const { spans, filters } = lists[name]
  return (Object.keys(filter) as ('span' | ListFilterField)[]).filter((field) =>
    field === 'span'
      ? !spans.some(({ value }) => value === filter.span)
      : !filters.includes(field) || values[field]?.test(filter[field] ?? '') === false,
  )
}

/**
 * What some filters may say: an amount in one currency, for those of others can't be compared with it, buyers of the person's own, and those
 * with a refund request that isn't made yet.
 */
const values: Partial<Record<ListFilterField, RegExp>> = {
  amount: /^\d{1,9}(\.\d{1,3})? [A-Z]{3}$/,
  opened: /^me$/,
  refund: /^open$/,
}

/** Buyers that somebody opened so long ago aren't theirs any more. */
export const openedDays = 30

export const minimumIn = (amount: string): Money => ({ amount: amount.slice(0, -4), currency: amount.slice(-3) })

/** The days a list has when it's opened; null where it has all. */
export const daysAtFirst = (name: ListName): string | null => {
  const [first] = lists[name].spans
  return first === undefined || first.value === 'all' ? null : first.label.toLowerCase()
}

export const spanOf = (name: ListName, { span }: ListFilter): string | null => span ?? lists[name].spans[0]?.value ?? null

/** Both days included; null where that side is open. */
export function daysOf(name: ListName, filter: ListFilter, today: string): { from: string | null; to: string | null } {
  const span = spanOf(name, filter)
  if (name === 'ending') return { from: today, to: daysAfter(today, 7) }
  if (span === null || span === 'all') return { from: null, to: null }
  if (name === 'vouchers') return { from: null, to: daysAfter(today, -Number(span) - 1) }
  return { from: daysAfter(today, 1 - Number(span)), to: null }
}

/** The title of a list, with the day where it holds one alone. */
export const listTitle = (name: ListName, filter: ListFilter): string =>
  name === 'renewals-failed' && spanOf(name, filter) === '1' ? `${lists[name].label} today` : lists[name].label
