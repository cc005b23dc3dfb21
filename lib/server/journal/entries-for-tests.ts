import type { Transaction } from 'kysely'
import type { Tables } from '../database/schema'
import { append, type Entry } from './chain'

export const entry = (detail: unknown): Entry => ({
  ...{
    kind: 'intent',
    actionId: 'a-1',
    accountId: 'b-2',
    person: 'Zoë 🦊',
    merchant: 'northwind',
    operation: 'changeBuyerEmail',
    buyerId: null,
    ticket: 'T-1',
  },
  detail,
})

/** Appends entries with text that is easily changed on its way into a database and back. */
export async function appendSome(count: number, tx: Transaction<Tables>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await append(tx, entry({ turn, text: 'naïve “quotes” \u0000 \ud800' }))
}
