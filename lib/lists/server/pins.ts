import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { isListName, type ListFilter } from '../lists'
import { type PinFor, viewPath } from '../views'
import type { ListContext } from './sources'
import { recordView, requireSharing, visible } from './views'

type Pin = { id: string; who: PinFor; pinned: boolean }

/** Pins a view for the person alone; or for a role or everybody, which only a shared one can be, and which is in the journal. */
export async function changePin(context: ListContext, { id, who, pinned }: Pin, claim: Claim): Promise<void> {
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
    if (pinned)
      await tx
        .insertInto('view_pins')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else await tx.deleteFrom('view_pins').where('view_id', '=', id).where('who', '=', row.who).execute()
    if (who !== 'me') await recordView(tx, person, merchant, { id, name: view.name, pin: who, pinned })
    await claim.keep(tx, { id })
  })
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
