import type { Problem } from '@/lib/core/problem'
import type { OrderOrUnreadable } from '../operations/schemas/charge-history'
import type { DoubtKind } from './doubts'
import type { Facets } from './facets'
import type { ChargeSums } from './sums'

/** What was read of a history, and how completely. */
export type ReadProgress = {
  /** How many orders the service says there are, null where it does not say. */
  total: number | null
  read: number
  /** How many of those that were read could not be understood. */
  unreadable: number
  /** How many the service counts and did not give; known once everything was read. */
  missing: number
  /** Whether the orders stand as the service lists them: without their number its list has no end to begin at. */
  asListed: boolean
}

/** How far a history is read for a page that follows it; once done, `read` is all there is. */
export type ReadingProgress = Pick<ReadProgress, 'total' | 'read' | 'unreadable'> & {
  /** Names this reading, so that rows and sums of two never mix. */
  id: string
  state: 'reading' | 'done' | 'failed'
  /** How often an order came that belongs before one that was there. */
  shifts: number
  /** When the reading began, in milliseconds. */
  asOf: number
  problem: Problem | null
}

/** Rows `offset` and on of those that pass, newest first or as they were asked to be sorted. */
export type ChargeRows = { found: number; offset: number; orders: OrderOrUnreadable[]; progress: ReadingProgress }

/** What was found of one kind of doubt in the whole history, whatever the filter; a few with their evidence. */
export type DoubtFound = {
  kind: DoubtKind
  count: number
  /** How many orders it is about: one card under several buyers is one doubt, however often it paid. */
  orders: number
  examples: { orderId: string; evidence: string; buyers: OtherBuyer[] }[]
}

/** Another buyer a doubt is about, with the masked e-mail or name where one is known. */
export type OtherBuyer = { id: string; title: string | null }

/** Sums of the orders that pass and of all, facets and doubts of all, as far as the history is read. */
export type ChargeFigures = {
  sums: ChargeSums
  /** The same over the whole history, whatever the filter. */
  whole: ChargeSums
  /** The first and the last day of the whole history, as day keys; null where no order has a readable time. */
  days: { first: string; last: string } | null
  facets: Facets
  doubts: DoubtFound[]
  progress: ReadingProgress
}
