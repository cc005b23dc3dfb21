import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { minute } from '@/lib/core/dates'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { decryptJson, encryptJson } from '@/lib/journal/crypto'

/** What a help desk vouches for: who looks, at which ticket, and whom it may be about. */
export type Context = {
  /** As the help desk names them: an e-mail address, or the address of a user. */
  colleague: string
  ticket: string | null
  /** The three below are the help desk's own word where it signed them; from a ticket the e-mail comes later, and unsigned. */
  email: string | null
  buyerId: string | null
  orderId: string | null
}

type Row = Tables['panel_passes']

/** What an open page asks with, and whom it found. */
export type Key = Pick<Row, 'digest' | 'desk' | 'expires_at' | 'about' | 'merchant' | 'buyer_id'> & { context: Context }

const openingMs = minute
const keyMs = 5 * minute

export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

const rowOf = (text: string, given: Pick<Row, 'kind' | 'desk' | 'sealed'>, until: number): Row => ({
  ...given,
  digest: digestOf(text),
  expires_at: new Date(until).toISOString(),
  used_at: null,
  about: null,
  merchant: null,
  buyer_id: null,
})

/** Takes a proof that is good once. False for one that was taken before, by whichever copy: the database keeps it single. */
export async function takeOnce(desk: string, proof: string, until: number): Promise<boolean> {
  const row = rowOf(`used ${desk} ${proof}`, { kind: 'used', desk, sealed: '' }, until)
  const taken = await (await database())
    .insertInto('panel_passes')
    .values(row)
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  return taken !== undefined
}

/** The 22 characters that open a page once, within a minute. */
export async function makeOpening(desk: string, context: Context): Promise<string> {
  const opening = randomBytes(16).toString('base64url')
  const given = { kind: 'opening' as const, desk, sealed: encryptJson(context) }
  await (await database())
    .insertInto('panel_passes')
    .values(rowOf(opening, given, Date.now() + openingMs))
    .execute()
  return opening
}

/** What an opening opens; null for one that is unknown, over or used. */
export async function takeOpening(opening: string): Promise<{ desk: string; context: Context } | null> {
  const now = new Date().toISOString()
  const row = await (await database())
    .updateTable('panel_passes')
    .set({ used_at: now })
    .where('digest', '=', digestOf(opening))
    .where('kind', '=', 'opening')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['desk', 'sealed'])
    .executeTakeFirst()
  return row ? { desk: row.desk, context: contextIn(row.sealed) } : null
}

/** A key for an open page: good for five minutes, on every copy. */
export async function makeKey(desk: string, context: Context): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const given = { kind: 'key' as const, desk, sealed: encryptJson(context) }
  await (await database())
    .insertInto('panel_passes')
    .values(rowOf(key, given, Date.now() + keyMs))
    .execute()
  return key
}

/** The key of an open page; null for one that is unknown or over. */
export async function keyNamed(text: string): Promise<Key | null> {
  const row = await (await database())
    .selectFrom('panel_passes')
    .select(['digest', 'desk', 'sealed', 'expires_at', 'about', 'merchant', 'buyer_id'])
    .where('digest', '=', digestOf(text))
    .where('kind', '=', 'key')
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (!row) return null
  const { sealed, ...key } = row
  return { ...key, context: contextIn(sealed) }
}

/** Binds a key to whom it first asked about. False where it is bound to somebody else: it can't be used to go through addresses. */
export async function bindKey({ digest }: Key, about: string): Promise<boolean> {
  const { numUpdatedRows } = await (await database())
    .updateTable('panel_passes')
    .set({ about })
    .where('digest', '=', digest)
    .where((row) => row.or([row('about', 'is', null), row('about', '=', about)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes whom a key found, and that it asked. True for the first time alone. */
export async function recordFound(
  tx: Transaction<Tables>,
  { digest }: Key,
  found: { merchant: string; buyerId: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('panel_passes')
    .set({ used_at: new Date().toISOString(), merchant: found?.merchant ?? null, buyer_id: found?.buyerId ?? null })
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets what is over: nobody takes it any more, a proof that comes again neither. */
export async function forgetOldPasses(now = Date.now()): Promise<void> {
  const before = new Date(now - 15 * minute).toISOString()
  await (await database()).deleteFrom('panel_passes').where('expires_at', '<', before).execute()
}

const contextIn = (sealed: string) => decryptJson(sealed) as Context
