import 'server-only'
import { dayMs } from '@/lib/core/dates'
import { type Database, database } from '@/lib/database/open'
import { isUsed } from '@/lib/journal/action-ids'
import { canonical, decrypted, encryptJson } from '@/lib/journal/crypto'
import type { Person } from '@/lib/people/server/sessions'
import { type Draft, isLaterId, nextId } from '../draft'

const keptMs = dayMs

/**
 * A half-typed form with its action id, so that neither a reload nor the end of a session loses it or makes it another action. Where
 * that action has ended without doing anything, it is another one: the id is the next. What can't be opened as this person's own under this
 * key is no draft: somebody may have moved the row, and older versions bound it to nobody.
 */
export async function readDraft(person: Person, key: string): Promise<Draft | null> {
  const store = await database()
  const row = await draftOf(store, person, key)
  if (!row || Date.now() - Date.parse(row.saved_at) > keptMs) return null
  const kept = decrypted(row.sealed, placeOf(person, key))
  if (kept === null) return null
  const values = kept.value as Draft['values']
  const actionId = await nowUnder(store, row.action_id)
  return { actionId, values, ...((await isUsed(store, actionId)) && { wasSent: true }) }
}

/**
 * Keeps what is typed, and returns the action id that it's kept under: an id that was used before stays, for whoever lost its answer must send
 * under the same one again, though another tab with the same form has an id of its own.
 */
export async function keepDraft(person: Person, key: string, { actionId: given, values }: Draft): Promise<string> {
  const store = await database()
  const before = await nowUnder(store, (await draftOf(store, person, key))?.action_id ?? given)
  const mayReplace = before === given || isLaterId(given, before) || !(await isOpen(store, before))
  const actionId = mayReplace ? given : before
  const row = { action_id: actionId, sealed: encryptJson(values, placeOf(person, key)), saved_at: new Date().toISOString() }
  await store
    .insertInto('drafts')
    .values({ account_id: person.accountId, key, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(row))
    .execute()
  await store
    .deleteFrom('drafts')
    .where('saved_at', '<', new Date(Date.now() - keptMs).toISOString())
    .execute()
  return actionId
}

const placeOf = ({ accountId }: Person, key: string) => canonical(['drafts', accountId, key])

const draftOf = (store: Database, person: Person, key: string) =>
  store.selectFrom('drafts').selectAll().where('account_id', '=', person.accountId).where('key', '=', key).executeTakeFirst()

/** Whether something was asked for under an id, and may have been done. */
const isOpen = async (store: Database, id: string) => (await isUsed(store, id)) && !(await hasDoneNothing(store, id))

/** The id that a form is sent under by now, of those after the one that it was kept under. */
async function nowUnder(store: Database, kept: string): Promise<string> {
  let id = kept
  while (await hasDoneNothing(store, id)) id = nextId(id)
  return id
}

async function hasDoneNothing(store: Database, id: string): Promise<boolean> {
  const ended = store.selectFrom('actions').select('action_id').where('action_id', '=', id)
  return (await ended.where('state', 'in', ['refused', 'not-sent']).executeTakeFirst()) !== undefined
}

export async function dropDraft(person: Person, key: string): Promise<void> {
  const store = await database()
  await store.deleteFrom('drafts').where('account_id', '=', person.accountId).where('key', '=', key).execute()
}
