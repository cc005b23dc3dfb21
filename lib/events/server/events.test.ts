import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Approval } from '@/lib/commands/approval'
import { aboutApprovals } from '@/lib/commands/server/approval-about'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { indexPending, saveNotes } from '@/lib/knowledge/server/directory'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { addressesOf, makeAddress, revokeAddress } from './addresses'
import { readEvents } from './read-events'
import { receiveEvent } from './receive-event'

const admin = somebody('admin', 'admin')
const at = '2026-11-22 03:10:00'

describe.each(engines)('events that the service posts, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let address: { id: string; secret: string }
  beforeAll(async () => {
    address = await makeAddress(admin, 'northwind')
  })

  async function post(
    body: string | Buffer | object,
    given: { account?: string; secret?: string; headers?: Record<string, string> } = {},
  ) {
    const { account = 'northwind', secret = address.secret, headers } = given
    const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const request = new Request('http://127.0.0.1/api/events/northwind/…', {
      method: 'POST',
      body: text as BodyInit,
      headers: headers ?? {},
    })
    const answer = await receiveEvent(request, { params: Promise.resolve({ account, secret }) })
    return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) }
  }
  const status = async (...asked: Parameters<typeof post>) => (await post(...asked)).status
  const read = async () => {
    await readEvents(new AbortController().signal)
    await indexPending()
  }
  const rows = (entity: string) => own.store.selectFrom('events').selectAll().where('entity', '=', entity).execute()
  const chargeInDirectory = (id: string) =>
    own.store.selectFrom('directory_charges').selectAll().where('charge_id', '=', id).executeTakeFirst()

  const charge = (more: object = {}, event: object = {}) => ({
    ...{
      type: 'charge',
      action: 'charge_settle',
      merchant: 'northwind',
      buyer: { id: randomUUID(), email: 'nora@example.test' },
    },
    ...event,
    chargeData: {
      ...{ id: randomUUID(), status: 'settled', createdAt: at, firstName: 'Nora', lastName: 'Vance' },
      ...{
        order: { id: 'Wq7LmR2x', type: 'initial', currency: 'EUR', amount: '95.40' },
        paymentMethod: { data: { lastFour: '4242' } },
      },
      ...more,
    },
  })
  const entity = ({ chargeData }: { chargeData: { id: string } }) => `charge:${chargeData.id}`

  test('make a charge found whose buyer nobody has opened', async () => {
    const event = charge()
    expect(await post(event)).toMatchObject({ status: 202, body: '', headers: { 'cache-control': 'no-store' } })
    await read()
    expect(await chargeInDirectory(event.chargeData.id)).toMatchObject({
      ...{ merchant: 'northwind', buyer_id: event.buyer.id, order_id: 'Wq7LmR2x', amount: '95.4', currency: 'EUR' },
      ...{ day: '2026-11-22', last_four: '4242', status: 'settled', told_by: 'event' },
    })
    const keys = await own.store
      .selectFrom('directory_keys')
      .select(['kind', 'key'])
      .where('buyer_id', '=', event.buyer.id)
      .execute()
    expect(keys.map(({ kind, key }) => `${kind} ${key}`).toSorted()).toEqual(
      [
        `buyer ${event.buyer.id}`,
        'card 4242',
        `charge ${event.chargeData.id}`,
        'email nora@example.test',
        'name nora vance',
        'nameWord vance',
        'order wq7lmr2x',
      ].toSorted(),
    )
  })

  test('are one event, however often they come and in whatever bytes', async () => {
    const event = charge()
    const sameInOtherBytes = charge({ ...event.chargeData, createdAt: `${at}.000000` }, { buyer: event.buyer })
    const sameInOtherCase = { ...event, merchant: 'Northwind' }
    for (const body of [event, event, sameInOtherBytes]) expect(await status(body)).toBe(202)
    await read()
    for (const body of [sameInOtherBytes, event, sameInOtherCase]) await post(body)
    await read()
    expect(await rows(entity(event))).toMatchObject([{ state: 'taken', copies: 6 }])
  })

  test('leave a charge where it has come furthest, in whatever order they come', async () => {
    const first = charge({ status: 'authorized' }, { action: 'charge_authorize' })
    const second = charge({ ...first.chargeData, status: 'captured' }, { buyer: first.buyer, action: 'charge_capture' })
    await post(second)
    await read()
    await post(first)
    await read()
    expect((await rows(entity(first))).map(({ action, state }) => [action, state]).toSorted()).toEqual([
      ['charge_authorize', 'older'],
      ['charge_capture', 'taken'],
    ])
    expect(await chargeInDirectory(first.chargeData.id)).toMatchObject({ status: 'captured' })
  })

  test('change nothing of a charge that was read from the service', async () => {
    const event = charge({ status: 'declined' }, { type: 'charge_unsuccess', action: 'charge_unsuccess' })
    const { id } = event.chargeData
    const asRead = {
      ...{ charge_id: id, order_id: 'Wq7LmR2x', amount: '95.4', amount_given: '95.40' },
      ...{ currency: 'EUR', day: '2026-11-22' },
    }
    const note = {
      buyerId: event.buyer.id,
      keys: [],
      charges: [{ ...asRead, last_four: '4242', descriptor: 'NW*PRO', status: 'settled' }],
    }
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', [note]))
    await post(event)
    await read()
    expect(await chargeInDirectory(id)).toMatchObject({ status: 'settled', descriptor: 'NW*PRO', told_by: 'read' })
  })

  test('never make a charge the last that a buyer paid', async () => {
    const event = charge()
    await post(event)
    await read()
    const approval = { id: 'a-1', merchant: 'northwind', buyerId: event.buyer.id, request: { params: {} } } as unknown as Approval
    expect(await aboutApprovals([approval])).toMatchObject({ 'a-1': { lastPaid: null } })
  })

  test('that contradict each other hold neither', async () => {
    const event = charge()
    const other = charge({ ...event.chargeData, order: { ...event.chargeData.order, amount: '9999.00' } }, { buyer: event.buyer })
    await post(event)
    await post(other)
    await read()
    expect((await rows(entity(event))).map(({ state }) => state)).toEqual(['differs', 'differs'])
  })

  test('of another merchant account touch nothing here', async () => {
    const event = charge({}, { merchant: 'southbay' })
    await post(event)
    await read()
    const stored = await own.store.selectFrom('events').selectAll().where('buyer_id', '=', event.buyer.id).execute()
    expect(stored).toMatchObject([{ state: 'foreign', entity: null }])
    expect(await chargeInDirectory(event.chargeData.id)).toBeUndefined()
  })

  test.each(['', '{', '[]', 'null', '{"type":"charge"}', `{"action":"a","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`])(
    'that nobody understands are kept all the same: %.20s',
    async (text) => {
      expect(await status(`${text}${' '.repeat(1 + Math.random() * 9)}`)).toBe(202)
      await read()
      const { states } = await own.store
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('states'))
        .where('state', '=', 'received')
        .executeTakeFirstOrThrow()
      expect(Number(states)).toBe(0)
    },
  )

  test('bear no name or address in the clear where they are kept', async () => {
    await post(
      charge({ firstName: 'Planted', lastName: 'Person' }, { buyer: { id: randomUUID(), email: 'planted@example.test' } }),
    )
    await read()
    expect(JSON.stringify(await own.store.selectFrom('events').selectAll().execute())).not.toMatch(/planted/i)
  })

  describe('are taken in only', () => {
    test('at an address that is in use, and what is not looks the same whatever is wrong', async () => {
      const other = await makeAddress(admin, 'northwind')
      expect(await status({}, { secret: other.secret })).toBe(202)
      await revokeAddress(admin, 'northwind', other.id)
      const refused = [
        await post({}, { secret: other.secret }),
        await post({}, { secret: 'x'.repeat(43) }),
        await post({}, { secret: '' }),
        await post({}, { account: 'nobody' }),
        await post({}, { account: 'southbay' }),
      ]
      expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify({ status: 404, body: '', headers: { 'cache-control': 'no-store' } })]),
      )
      expect((await addressesOf('northwind')).map(({ revoked_at, tail }) => [tail, revoked_at === null])).toEqual([
        [other.secret.slice(-4), false],
        [address.secret.slice(-4), true],
      ])
    })

    test('at two addresses of an account at most, and none is revoked twice', async () => {
      const [second, third] = await Promise.allSettled([makeAddress(admin, 'northwind'), makeAddress(admin, 'northwind')])
      expect([second.status, third.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const made = second.status === 'fulfilled' ? second.value : third.status === 'fulfilled' ? third.value : null
      await revokeAddress(admin, 'northwind', made?.id ?? '')
      await expect(revokeAddress(admin, 'northwind', made?.id ?? '')).rejects.toThrow('We couldn’t find that address')
      await expect(revokeAddress(admin, 'southbay', address.id)).rejects.toThrow('We couldn’t find that address')
    })

    test('up to 64 KiB, packed or not', async () => {
      const maxBytes = 64 * 1_024
      expect(await status('x'.repeat(maxBytes))).toBe(202)
      expect(await status('x'.repeat(maxBytes + 1))).toBe(413)
      const gzip = { 'content-encoding': 'gzip' }
      expect(await status(gzipSync(JSON.stringify(charge())), { headers: gzip })).toBe(202)
      expect(await status(gzipSync('x'.repeat(200_000_000)), { headers: gzip })).toBe(413)
      expect(await status('not packed', { headers: gzip })).toBe(202)
      expect(await status('{}', { headers: { 'content-encoding': 'br' } })).toBe(415)
    })

    test('so many of them a second, and wrong secrets far fewer', async () => {
      forgetSingletons('events-')
      const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
      const statuses = await Promise.all(Array.from({ length: 1_001 }, () => status('{}')))
      expect(statuses.filter((each) => each === 202).length).toBe(1_000)
      expect(await post('{}')).toMatchObject({ status: 429, headers: { 'retry-after': '3' } })
      now.mockReturnValue(performance.now() + 5)
      expect([await status('{}'), await status('{}')]).toEqual([202, 429])
      for (let turn = 0; turn < 20; turn += 1) expect(await status('{}', { secret: 'wrong' })).toBe(404)
      expect(await post('{}', { secret: 'wrong' })).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
      now.mockReturnValue(performance.now() + 5)
      expect(await status('{}')).toBe(202)
      now.mockRestore()
      forgetSingletons('events-')
    }, 30_000)
  })

  test('leave no secret in the database or the journal, and the journal whole', async () => {
    const tables = [
      await own.store.selectFrom('event_addresses').selectAll().execute(),
      await own.store.selectFrom('journal').selectAll().execute(),
    ]
    expect(JSON.stringify(tables)).not.toContain(address.secret)
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
