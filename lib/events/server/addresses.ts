import 'server-only'
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import type { EventSettings } from '../settings'
import { eventSettings } from './settings'

type Address = Tables['event_addresses']

const maxLive = 2

/**
 * Makes an address at which the service may post events of a merchant account, and returns its secret: it is shown now and never again. Two
 * may be in use at once, so that one can replace the other without a gap. Throws `conflict` with the code `two_at_most` for a third.
 */
export async function makeAddress(
  person: Pick<Person, 'accountId' | 'name'>,
  merchant: string,
  claim?: Claim,
): Promise<{ id: string; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const row = {
    id: randomUUID(),
    merchant,
    digest: digestOf(secret),
    tail: secret.slice(-4),
    made_by: person.name,
    made_at: new Date().toISOString(),
    revoked_at: null,
    last_used_at: null,
  }
  await (await database()).transaction().execute(async (tx) => {
    await claim?.take(tx)
    // The entry comes first: two who make one at the same moment wait for each other there.
    const { last_used_at: _, ...values } = row // the only one that no person writes
    await append(tx, { ...entryOf(person, merchant, row.id, 'made'), rows: [{ table: 'event_addresses', id: row.id, values }] })
    const live = await tx
      .selectFrom('event_addresses')
      .select('id')
      .where('merchant', '=', merchant)
      .where('revoked_at', 'is', null)
      .execute()
    if (live.length >= maxLive)
      throw problem('conflict', 'This merchant account has two addresses already. Revoke one of them first.', {
        code: 'two_at_most',
      })
    await tx.insertInto('event_addresses').values(row).execute()
    await claim?.keep(tx, { id: row.id, secret })
  })
  forgetAddresses(merchant)
  return { id: row.id, secret }
}

/** From now on nothing is taken at an address. Throws `notFound`. */
export async function revokeAddress(
  person: Pick<Person, 'accountId' | 'name'>,
  merchant: string,
  id: string,
  claim?: Claim,
): Promise<void> {
  await (await database()).transaction().execute(async (tx) => {
    await claim?.take(tx)
    const values = { revoked_at: new Date().toISOString() }
    const { numUpdatedRows } = await tx
      .updateTable('event_addresses')
      .set(values)
      .where('id', '=', id)
      .where('merchant', '=', merchant)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('notFound', 'We couldn’t find that address, or it was revoked already.')
    await append(tx, { ...entryOf(person, merchant, id, 'revoked'), rows: [{ table: 'event_addresses', id, values }] })
  })
  forgetAddresses(merchant)
}

const entryOf = (person: Pick<Person, 'accountId' | 'name'>, merchant: string, id: string, did: 'made' | 'revoked') => ({
  kind: 'setting' as const,
  detail: { setting: 'event-address', [did]: id },
  actionId: id,
  accountId: person.accountId,
  person: person.name,
  merchant,
  operation: 'eventAddress',
  buyerId: null,
  ticket: null,
})

/** All addresses of a merchant account, newest first. */
export const addressesOf = async (merchant: string): Promise<Address[]> =>
  (await database())
    .selectFrom('event_addresses')
    .selectAll()
    .where('merchant', '=', merchant)
    .orderBy('made_at', 'desc')
    .execute()

type Came = Pick<Tables['events'], 'address_id' | 'last_received_at'>

/**
 * Keeps when each address was last used, of events that were read and are their merchant account's own. What is foreign, garbage or a test doesn't show
 * that the account's events come, so it must not end a silence.
 */
export async function keepLastUse(tx: Transaction<Tables>, came: readonly Came[]): Promise<void> {
  const last = new Map<string, string>()
  for (const { address_id, last_received_at } of came)
    if (last_received_at > (last.get(address_id) ?? '')) last.set(address_id, last_received_at)
  for (const [id, last_used_at] of last)
    await tx
      .updateTable('event_addresses')
      .set({ last_used_at })
      .where('id', '=', id)
      .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', last_used_at)]))
      .execute()
}

/** The address that a secret belongs to, or null. It takes as long for an account that isn't there as for a wrong secret. */
export async function addressFor(merchant: string, secret: string): Promise<Live | null> {
  const digest = digestOf(secret)
  const rows = await liveOf(isConfigured(merchant) ? merchant : '')
  const candidates = [...rows, ...Array.from({ length: maxLive - rows.length }, () => null)]
  const fitting = candidates.filter((row) => isSame(row?.digest ?? nobodys, digest))
  return fitting[0] ?? null
}

type Live = Pick<Address, 'id' | 'merchant' | 'digest'> & Pick<EventSettings, 'from'>
type Kept = { at: number; rows: Promise<Live[]> }

const isConfigured = (code: string) => env().merchants.some((merchant) => merchant.code === code)
const kept = () => singleton('events-addresses', () => new Map<string, Kept>())
const keptMs = 1_000

/** Events come by the hundred, so the addresses are looked up once a second; a revoked one is refused within that time by every copy. */
function liveOf(merchant: string): Promise<Live[]> {
  const before = kept().get(merchant)
  if (before && performance.now() - before.at < keptMs) return before.rows
  const rows = lookUp(merchant)
  kept().set(merchant, { at: performance.now(), rows })
  rows.catch(() => kept().delete(merchant)) // whoever waits hears of it
  return rows
}

async function lookUp(merchant: string): Promise<Live[]> {
  const store = await database()
  const { from } = await eventSettings(merchant, store)
  const rows = await store
    .selectFrom('event_addresses')
    .select(['id', 'merchant', 'digest'])
    .where('merchant', '=', merchant)
    .where('revoked_at', 'is', null)
    .limit(maxLive)
    .execute()
  return rows.map((row) => ({ ...row, from }))
}

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
const nobodys = createHash('sha256').update(randomBytes(32)).digest('hex')
const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** From now on this process goes by what has been changed; the others do within a second. */
export const forgetAddresses = (merchant: string) => kept().delete(merchant)
