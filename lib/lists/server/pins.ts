import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { isListName, type ListFilter } from '../lists'
import { byPlace, type PinFor, type PinMove, viewPath } from '../views'
import type { ListContext } from './sources'
import { recordView, requireSharing, visible } from './views'

type Pin = { id: string; who: PinFor; pinned: boolean; move?: PinMove | undefined }

/**
 * Pins a view for the person alone; or for a role or everybody, which only a shared one can be, and which is in the journal. `move` moves one that is
 * pinned already past its neighbour.
 */
export async function changePin(context: ListContext, { id, who, pinned, move }: Pin, claim: Claim): Promise<void> {
  const { person, merchant } = context
  const view = await visible(context, id)
  if (who !== 'me') {
    requireSharing(person, true)
    if (!view.shared) throw problem('conflict', 'Share the view first. Others can’t see it.', { code: 'not_shared' })
  }
  const row = { view_id: id, who: who === 'me' ? person.accountId : who }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    if (move) await movePin(tx, merchant, { ...row, move })
    else if (pinned)
      await tx
        .insertInto('view_pins')
        .values({ ...row, position: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else await tx.deleteFrom('view_pins').where('view_id', '=', id).where('who', '=', row.who).execute()
    // Its place among the others isn't vouched for: each that moves changes all of them.
    const written = pinned || move ? { values: row } : { removed: true as const }
    if (who !== 'me')
      await recordView(tx, person, merchant, { id, name: view.name, pin: who, pinned, ...(move && { move }) }, [
        { table: 'view_pins', id: `${id}/${who}`, ...written },
      ])
    await claim.keep(tx, { id })
  })
}

type PinMoveInput = { view_id: string; who: string; move: PinMove }

/** Throws `conflict` for a view that isn't pinned. The first stays where it is when it's moved up, and so does the last. */
async function movePin(tx: Transaction<Tables>, merchant: string, { view_id, who, move }: PinMoveInput): Promise<void> {
  const rows = await tx
    .selectFrom('view_pins')
    .innerJoin('views', 'views.id', 'view_pins.view_id')
    .select(['view_id', 'position', 'name'])
    .where('views.merchant', '=', merchant)
    .where('who', '=', who)
    .execute()
  const ids = rows.toSorted(byPlace).map((row) => row.view_id)
  const from = ids.indexOf(view_id)
  if (from === -1) throw problem('conflict', 'That view isn’t pinned any more. Pin it first.', { code: 'not_pinned' })
  const to = Math.min(Math.max(from + (move === 'up' ? -1 : 1), 0), ids.length - 1)
  ids.splice(to, 0, ...ids.splice(from, 1))
  for (const [position, each] of ids.entries())
    await tx.updateTable('view_pins').set({ position }).where('view_id', '=', each).where('who', '=', who).execute()
}

/** Where a link to a view leads, for somebody who may use its merchant account; null where there is none. */
export async function addressOf(person: Person, code: string): Promise<string | null> {
  const row = await (await database()).selectFrom('views').selectAll().where('code', '=', code).executeTakeFirst()
  const open = merchantsOf(person)
  if (!row || !isListName(row.list) || !open.some((merchant) => merchant.code === row.merchant)) return null
  const path = viewPath({ list: row.list, filter: fromOwnJson<ListFilter>(row.filter) })
  // The page is drawn for the merchant account that a link names.
  return open.length === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ merchant: row.merchant })}`
}
