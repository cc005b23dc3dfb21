import type { Owner } from '@/lib/commands/owner'
import type { SinceCounted } from '@/lib/core/counted'
import type { Money } from '@/lib/core/money'
import type { ListFilter, ListFilterField, ListName, ListOrigin } from './lists'

export const listPath = (name: ListName, filter: ListFilter = {}): string =>
  Object.keys(filter).length === 0 ? `/lists/${name}` : `/lists/${name}?${new URLSearchParams(filter)}`

export type OpenRefund = 'waiting' | 'approved' | 'done'

/** What a row says of the refund of its order. */
export const refundWords: Record<OpenRefund, string> = {
  waiting: 'refund requested',
  approved: 'refund approved',
  done: 'refund made',
}

/** One of a list. Times are as the service gave them, or ISO in UTC; e-mail and name are masked. */
export type ListRow = {
  /** Its own among the rows of the list. */
  key: string
  buyerId: string
  buyer: string | null
  product: string | null
  day: string
  at: string | null
  why: string | null
  provider: string | null
  amount: string | null
  currency: string | null
  person: string | null
  /** Where a refund of its order stands, of several the one that is furthest from made; null where none was requested, or all were refused. */
  refund: OpenRefund | null
  /** The day it was seen last. */
  seen: string | null
  orderId: string | null
  chargeId: string | null
}

/** The same with whose name is on it and what was done last to its buyer from here. */
export type OwnedRow = ListRow & {
  owner: Owner | null
  last: { words: string; at: string } | null
  /** It was counted, and has left the list since. */
  left?: boolean
}

/** How many there are, and their sum in each currency. `isMore`: only the first were counted. */
export type ListCount = { count: number; isMore: boolean; sums: Money[] }

/** A row that somebody has closed, under the action id. `thing` is its key; `reason` is null where it was only seen. */
export type ClosedRow = { id: string; list: ListName; thing: string; reason: string | null; person: string; closedAt: string }

/** A list with its first rows, for a page that shows several. */
export type Finding = ListCount & { rows: ListRow[] }

/** On how many buyers a list rests, and between which days they were last seen. */
export type ListCoverage = {
  of: ListOrigin
  buyers: number
  /** How many of them were read; null while they're counted for the first time. */
  read: number | null
  from: string | null
  until: string | null
}

export type ListFacets = Partial<Record<ListFilterField, { value: string; label: string }[]>>

export type ListPage = {
  data: OwnedRow[]
  meta: Omit<ListCount, 'count'> & {
    type: 'collection'
    /** At most 1,000; `isMore` says that there are more. */
    total: number
    asOf: string
    /** The day it is at the service. */
    today: string
    coverage: ListCoverage
    facets: ListFacets
    next: string | null
    /** Of a list that was opened by a number. */
    counted?: SinceCounted<OwnedRow>
  }
}

export type ListCounts = {
  /** `days` says which days it has when it's opened. */
  data: ({ name: ListName; label: string; days: string | null } & Omit<ListCount, 'sums'>)[]
  meta: { type: 'collection'; total: number; asOf: string }
}

/** `1,000`, `more than 1,000`. */
export const formatCount = ({ count, isMore }: Omit<ListCount, 'sums'>): string =>
  `${isMore ? 'more than ' : ''}${count.toLocaleString('en')}`
