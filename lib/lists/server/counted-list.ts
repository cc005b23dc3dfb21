import 'server-only'
import { type Counted, maxNewer, type SinceCounted } from '@/lib/core/counted'
import { database } from '@/lib/database/open'
import { countedKeys } from '@/lib/knowledge/server/counted-rows'
import type { ListPage, OwnedRow } from '../list-page'
import { type ListFilter, type ListName, maxCounted } from '../lists'
import { ownedRows } from './owned-rows'
import { countOf, cursorOf, narrow, type Piece, readList } from './read-list'
import { completeRows } from './rows'
import { keyIn, type ListContext, type NarrowRow, sources } from './sources'

/**
 * A list as it is, or the very rows that a number counted, also those that have left it since, with what came later apart. Erased rows are gone from
 * both.
 */
export async function readListAs(
  given: Counted | null,
  ...[name, context, filter, piece]: Parameters<typeof readList>
): Promise<ListPage> {
  const page = await readList(name, context, filter, piece)
  if (given === null) return page
  const keys = sources[name].named.length === 1 ? await countedKeys(given.counted) : null
  if (keys === null)
    return { ...page, meta: { ...page.meta, counted: { at: given.at, isKept: false, newer: [], isMore: false } } }
  return asCounted(page, { name, context, filter, piece, keys, at: given.at })
}

type CountedQuery = {
  name: ListName
  context: ListContext
  filter: ListFilter
  piece: Piece
  keys: readonly string[]
  at: string
}

async function asCounted(page: ListPage, { name, context, filter, piece, keys, at }: CountedQuery): Promise<ListPage> {
  const store = await database()
  const all = await narrow(store, name, context, {}, { limit: maxCounted, only: keys })
  const found = await narrow(store, name, context, {}, { limit: piece.limit + 1, after: piece.after, only: keys })
  const now = await narrow(store, name, context, filter, { limit: maxCounted + 1 })
  const later = await narrow(store, name, context, filter, { limit: maxNewer + 1, without: keys })
  const shown = async (rows: readonly NarrowRow[]): Promise<OwnedRow[]> =>
    ownedRows(store, name, context, await completeRows(store, name, context, rows))
  const isThere = new Set(now.map((row) => keyIn(name, row)))
  // Of a list that is longer than is counted nobody knows which rows have left it.
  const hasLeft = (key: string) => now.length <= maxCounted && !isThere.has(key)
  const newer = await shown(later.slice(0, maxNewer))
  const counted: SinceCounted<OwnedRow> = { at, isKept: true, newer, isMore: later.length > maxNewer }
  const { count, isMore, sums } = countOf(all)
  return {
    data: (await shown(found.slice(0, piece.limit))).map((row) => (hasLeft(row.key) ? { ...row, left: true } : row)),
    meta: {
      ...page.meta,
      total: count,
      isMore,
      sums,
      counted,
      next: cursorOf(name, found, piece.limit),
    },
  }
}
