import 'server-only'
import { randomUUID } from 'node:crypto'
import { dayMs } from '@/lib/core/dates'
import { database } from '@/lib/database/open'
import { decryptJson, encryptJson } from '@/lib/journal/crypto'
import type { Person } from '@/lib/people/server/sessions'
import type { Draft } from '../draft'

const keptMs = dayMs

/**
 * A half-typed form with its action id, so that neither a reload nor the end of a session loses it or makes it another action. Where
 * that action has ended without doing anything, it is another one: the id is new.
 */
export async function readDraft(person: Person, key: string): Promise<Draft | null> {
  const store = await database()
  const row = await store
    .selectFrom('drafts')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || Date.now() - Date.parse(row.saved_at) > keptMs) return null
  const ended = await store
    .selectFrom('actions')
    .select('action_id')
    .where('action_id', '=', row.action_id)
    .where('state', 'in', ['refused', 'not-sent'])
    .executeTakeFirst()
  return { actionId: ended ? randomUUID() : row.action_id, values: decryptJson(row.sealed) as Draft['values'] }
}

export async function keepDraft(person: Person, key: string, { actionId, values }: Draft): Promise<void> {
  const store = await database()
  const row = { action_id: actionId, sealed: encryptJson(values), saved_at: new Date().toISOString() }
  await store
    .insertInto('drafts')
    .values({ account_id: person.accountId, key, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(row))
    .execute()
  await store
    .deleteFrom('drafts')
    .where('saved_at', '<', new Date(Date.now() - keptMs).toISOString())
    .execute()
}

export async function dropDraft(person: Person, key: string): Promise<void> {
  const store = await database()
  await store.deleteFrom('drafts').where('account_id', '=', person.accountId).where('key', '=', key).execute()
}
