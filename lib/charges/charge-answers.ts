import type { OrderOrGap } from '../operations/schemas/charge-history'
import type { Problem } from '../problem'
import type { DoubtKind } from './doubts'
import type { Facets } from './facets'
import type { ChargeSums } from './sums'

/** How far a history is read. `total` is what the service told, null where it does not tell; once done, `read` is all there is. */
export type ReadingProgress = {
  /** Names this reading, so that rows and sums of two never mix. */
  id: string
  state: 'reading' | 'done' | 'failed'
  read: number
  total: number | null
  unreadable: number
  /** How often an order came that belongs before one that was there. */
  shifts: number
  /** When the reading began, in milliseconds. */
  asOf: number
  problem: Problem | null
}

/** Rows `offset` and on of those that pass, newest first. */
export type ChargeRows = { found: number; offset: number; orders: OrderOrGap[]; progress: ReadingProgress }

/** What was found of one kind of doubt in the whole history, whatever the filter; a few with their evidence. */
export type DoubtFound = {
  kind: DoubtKind
  count: number
  /** How many orders it is about: one card under several buyers is one doubt, however often it paid. */
  orders: number
  examples: { orderId: string; evidence: string /** Other buyers it is about. */; buyers: string[] }[]
}

/** Sums of the orders that pass, and facets and doubts of all, as far as the history is read. */
export type ChargeFigures = { sums: ChargeSums; facets: Facets; doubts: DoubtFound[]; progress: ReadingProgress }
