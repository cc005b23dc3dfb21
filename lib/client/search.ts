import type { SearchAnswer } from '@/lib/search-reading'
import { fetchJson } from './call'

/** Searches for buyers. The text travels in the body, so that it stands in no address. */
export const searchBuyers = (merchant: string, q: string) => ask('/api/desk/search', merchant, { q })

/** What a bank statement tells of a charge; anything may be left out. */
export type StatementClues = Partial<Record<'line' | 'descriptor' | 'amount' | 'currency' | 'date' | 'lastFour' | 'name', string>>

/** Searches for the charge behind a line of a bank statement. */
export const findCharge = (merchant: string, clues: StatementClues) => ask('/api/desk/statement', merchant, clues)

const ask = (path: string, merchant: string, body: object) =>
  fetchJson<SearchAnswer>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merchant': merchant },
    body: JSON.stringify(body),
  })
