import 'server-only'
import { BlockList, isIP } from 'node:net'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { requireStoredAsRecorded } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'
import type { EventSettings } from '../settings'

const settingOf = (merchant: string) => `events ${merchant}`
const usual: EventSettings = { from: [], settles: 'read' }

/** What an admin has set for a merchant account's events. */
export async function eventSettings(merchant: string, store?: Database): Promise<EventSettings> {
  const row = await (store ?? (await database()))
    .selectFrom('desk_settings')
    .select('value')
    .where('name', '=', settingOf(merchant))
    .executeTakeFirst()
  return row ? fromOwnJson<EventSettings>(row.value) : usual
}

/** Sets it, and writes down who did, from what to what. */
export async function setEventSettings(person: Person, merchant: string, settings: EventSettings, claim?: Claim): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await waitForTurn(tx) // so that what two admins set at once stands in the journal in the order it was set
    await requireStoredAsRecorded(tx, 'desk_settings', settingOf(merchant))
    const before = await eventSettings(merchant, tx)
    const row = { name: settingOf(merchant), value: JSON.stringify(settings), changed_at: new Date().toISOString() }
    await append(tx, {
      kind: 'setting',
      detail: { setting: 'events', before, after: settings },
      rows: [{ table: 'desk_settings', id: row.name, values: row }],
      actionId: row.name,
      accountId: person.accountId,
      person: person.name,
      merchant,
      operation: 'events',
      buyerId: null,
      ticket: null,
    })
    await tx
      .insertInto('desk_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  })
}

/** The widest range that may be allowed: few of a wider one would let everybody in. */
export const widest = { 4: 8, 6: 16 }

/** An address, or a range of them that isn't too wide. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || address.includes('%')) return false
  if (bits === undefined) return true
  const [least, most] = version === 4 ? [widest[4], 32] : [widest[6], 128]
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) >= least && Number(bits) <= most
}

/** Whether a sender is in one of the ranges; anybody is where there are none. */
export function isFrom(ranges: readonly string[], sender: string): boolean {
  if (ranges.length === 0) return true
  const plain = sender.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
}
