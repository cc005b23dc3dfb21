import 'server-only'
import { ownersOf } from '@/lib/commands/server/owners'
import { wordsOf } from '@/lib/commands/server/words-of'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { ListRow, OwnedRow } from '../list-page'
import type { ListName } from '../lists'
import type { ListContext } from './sources'

/** Rows with whose name is on each, and what was done last to its buyer from here. */
export async function ownedRows(
  store: Database,
  name: ListName,
  { person, merchant }: ListContext,
  rows: readonly ListRow[],
): Promise<OwnedRow[]> {
  const owners = await ownersOf(store, person, { merchant, kind: name, things: rows.map(({ key }) => key) })
  // The rows of the journal's list are such actions themselves.
  const last = name === 'moved-dates' ? new Map() : await lastActs(store, merchant, rows)
  return rows.map((row) => ({ ...row, owner: owners.get(row.key) ?? null, last: last.get(row.buyerId) ?? null }))
}

async function lastActs(
  store: Database,
  merchant: string,
  rows: readonly ListRow[],
): Promise<Map<string, NonNullable<OwnedRow['last']>>> {
  const buyers = [...new Set(rows.map(({ buyerId }) => buyerId))]
  if (buyers.length === 0) return new Map()
  const found = await store
    .selectFrom('actions')
    .select(['buyer_id', 'operation', 'merchant', 'request', 'created_at'])
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', buyers)
    .where('created_at', '=', (is) =>
      is
        .selectFrom('actions as later')
        .select(({ fn }) => fn.max('later.created_at').as('at'))
        .whereRef('later.merchant', '=', 'actions.merchant')
        .whereRef('later.buyer_id', '=', 'actions.buyer_id'),
    )
    .execute()
  return new Map(
    found.map(({ buyer_id, request, created_at, ...row }) => [
      buyer_id ?? '',
      { words: wordsOf({ ...row, request: fromOwnJson<{ body: unknown }>(request) }, created_at), at: created_at },
    ]),
  )
}
