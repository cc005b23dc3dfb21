import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { SearchAnswer } from '../search-reading'

/** Searches for buyers. The text travels in the body, so that it stands in no address. */
export const searchBuyers = (merchant: string, q: string) => request<SearchAnswer>(routes.search(), { merchant, body: { q } })

/** What a bank statement tells of a charge; anything may be left out. */
export type StatementClues = Partial<Record<'line' | 'descriptor' | 'amount' | 'currency' | 'date' | 'lastFour' | 'name', string>>

/** Searches for the charge behind a line of a bank statement. */
export const findCharge = (merchant: string, clues: StatementClues) =>
  request<SearchAnswer>(routes.statement(), { merchant, body: clues })
