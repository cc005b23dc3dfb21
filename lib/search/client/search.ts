import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { type Clue, sentClue } from '../clue'
import type { SearchAnswer, TextReading } from '../search-reading'

/** What is sent of a reading: a short text as it is, of a message its clues alone. */
export type SearchRequest = { q: string } | { clues: Clue[] }

export const searchRequestOf = (reading: TextReading): SearchRequest =>
  reading.as === 'clues' ? { clues: reading.clues.map(sentClue) } : { q: reading.text }

/** Searches for buyers and charges. It travels in the body, so that it stands in no address. */
export const searchBuyers = (merchant: string, query: SearchRequest) =>
  request<SearchAnswer>(routes.search(), { merchant, body: query })

/** What a bank statement tells of a charge; anything may be left out. */
export type StatementClues = Partial<Record<'line' | 'descriptor' | 'amount' | 'currency' | 'date' | 'lastFour' | 'name', string>>

/** Searches for the charge behind a line of a bank statement. */
export const findCharge = (merchant: string, clues: StatementClues) =>
  request<SearchAnswer>(routes.statement(), { merchant, body: clues })
