import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, iso } from '@/lib/core/dates'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { testEvent } from '../test-event'
import { makeAddress, revokeAddress } from './addresses'
import { recordGaps } from './gaps'
import { eventsOverview } from './overview'
import { quietNow } from './quiet'
import { readEvents } from './read-events'
import { storeAll } from './store'

const merchant = 'northwind'
const admin = somebody('admin', 'admin')

describe.each(engines)('silence, on %s,', (engine) => {
  const own = new OwnDatabase(engine)
  let first = ''

  const eventOf = (of: string) => {
    const chargeData = { id: randomUUID(), status: 'settled', createdAt: '2026-11-22 03:10:00' }
    return JSON.stringify({ type: 'charge', action: 'charge_settle', merchant: of, buyer: { id: randomUUID() }, chargeData })
  }
  async function come(addressId: string, text = eventOf(merchant)): Promise<void> {
    await storeAll([{ merchant, addressId, text }])
    await readEvents(new AbortController().signal)
  }
  /** All gaps, as they are known so many hours from now. */
  async function gapsIn(hours: number) {
    await recordGaps(Date.now() + hours * hourMs)
    const rows = await own.store.selectFrom('event_gaps').select(['kind', 'to_at']).orderBy('from_at').execute()
    return rows.map(({ kind, to_at }) => `${kind} ${to_at === null ? 'lasts' : 'is over'}`)
  }

  // For two weeks ten events came in every hour, and the last of them just now.
  beforeEach(async () => {
    for (const table of ['event_addresses', 'event_hours', 'event_gaps', 'events'] as const)
      await own.store.deleteFrom(table).execute()
    const hours = Array.from({ length: 14 * 24 }, (_, place) => iso(Date.now() - 14 * dayMs + place * hourMs).slice(0, 13))
    await own.store
      .insertInto('event_hours')
      .values(hours.map((hour) => ({ merchant, hour, what: 'received' as const, count: 10 })))
      .execute()
    first = (await makeAddress(admin, merchant)).id
    await come(first)
  })

  it('is found where the address was changed and nothing has come at the new one', async () => {
    await makeAddress(admin, merchant)
    await revokeAddress(admin, merchant, first)
    expect(await gapsIn(0)).toEqual([])
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    const { lastAt, quietSince } = await eventsOverview(merchant, Date.now() + 3 * hourMs)
    expect(quietSince).toBe(lastAt)
    expect(lastAt).not.toBeNull()
  })

  it('that has begun lasts while the address is changed, until an event comes at the new one', async () => {
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    const { id } = await makeAddress(admin, merchant)
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await revokeAddress(admin, merchant, first)
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await come(id)
    expect(await gapsIn(0)).toEqual(['quiet is over'])
  })

  it('lasts as well where the old address was revoked before there was a new one', async () => {
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await revokeAddress(admin, merchant, first)
    const { id } = await makeAddress(admin, merchant)
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await own.store
      .updateTable('event_gaps')
      .set({ to_at: iso(Date.now()) })
      .execute() // a check came between the two
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await come(id)
    expect(await gapsIn(0)).toEqual(['quiet is over'])
  })

  it('is counted from when there was an address again, where there was none for long', async () => {
    await revokeAddress(admin, merchant, first)
    await makeAddress(admin, merchant)
    for (const column of ['made_at', 'revoked_at', 'last_used_at'] as const)
      await own.store
        .updateTable('event_addresses')
        .set({ [column]: iso(Date.now() - 8 * hourMs) })
        .where('id', '=', first)
        .execute()
    expect(await gapsIn(0)).toEqual([])
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
  })

  it('is none where every address was revoked, since nothing can come', async () => {
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await revokeAddress(admin, merchant, first)
    expect(await gapsIn(4)).toEqual(['quiet is over'])
    expect(await gapsIn(5)).toEqual(['quiet is over'])
    expect((await eventsOverview(merchant)).quietSince).toBeNull()
  })

  it.each([
    ['another merchant account’s event', () => eventOf('southbay')],
    ['one that names none', () => eventOf('')],
    ['what nobody understands', () => `{${' '.repeat(Math.random() * 99)}`],
    ['a test', () => testEvent(merchant, randomUUID())],
  ])('isn’t ended by %s', async (_, text) => {
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    const at = iso(Date.now() - 3 * hourMs)
    await own.store.updateTable('event_addresses').set({ last_used_at: at }).execute()
    await come(first, text())
    expect(await gapsIn(0)).toEqual(['quiet lasts'])
    expect(await eventsOverview(merchant)).toMatchObject({ lastAt: at, quietSince: at })
    await come(first)
    expect(await gapsIn(0)).toEqual(['quiet is over'])
  })

  it('is ended by an event that came before, and not by one that was imported', async () => {
    const text = eventOf(merchant)
    await come(first, text)
    await own.store
      .updateTable('event_addresses')
      .set({ last_used_at: iso(Date.now() - 3 * hourMs) })
      .execute()
    expect(await gapsIn(0)).toEqual(['quiet lasts'])
    await come('import', text)
    await come('import')
    expect(await gapsIn(0)).toEqual(['quiet lasts'])
    await come(first, text)
    expect(await gapsIn(0)).toEqual(['quiet is over'])
  })

  it('is none where all that was usual is what another merchant account sent', async () => {
    await come(first, eventOf('southbay'))
    const foreign = await own.store.selectFrom('events').selectAll().where('state', '=', 'foreign').executeTakeFirstOrThrow()
    const hours = await own.store.selectFrom('event_hours').select('hour').execute()
    const rows = hours.map(({ hour }) => {
      const received_at = `${hour}:10:00.000Z`
      return { ...foreign, id: randomUUID(), key: hour, copies: 10, received_at, last_received_at: received_at }
    })
    expect(await gapsIn(3)).toEqual(['quiet lasts'])
    await own.store.insertInto('events').values(rows).execute()
    expect(await gapsIn(3)).toEqual(['quiet is over'])
  })

  it('is none before the shop opens, the day after its clocks were set back', async () => {
    const merchants = JSON.parse(process.env.MERCHANTS ?? '[]') as object[]
    await own.start({ MERCHANTS: JSON.stringify(merchants.map((each) => ({ ...each, timeZone: 'Europe/Berlin' }))) })
    const opens = (day: number) => Date.parse(`2026-10-${day}T${day < 25 ? '07' : '08'}:00:00.000Z`) // at nine
    await own.store.deleteFrom('event_hours').execute()
    for (let day = 11; day <= 25; day += 1)
      for (let hour = 0; hour < 12; hour += 1) {
        const at = iso(opens(day) + hour * hourMs).slice(0, 13)
        await own.store.insertInto('event_hours').values({ merchant, hour: at, what: 'received', count: 20 }).execute()
      }
    const at = '2026-10-25T19:55:00.000Z'
    await own.store.updateTable('event_addresses').set({ last_used_at: at }).execute()
    expect(await quietNow(own.store, merchant, opens(26) - hourMs / 6)).toBeNull()
    expect(await quietNow(own.store, merchant, opens(26) + hourMs)).toBe(Date.parse(at))
  })
})
