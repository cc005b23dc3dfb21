import { beforeAll, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { indexPending } from '@/lib/knowledge/server/directory'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { day } from './day-for-tests'
import { readEvents } from './read-events'
import { storeAll } from './store'

const garbage = ['', '{', 'null', '[]', '{"type":"charge"}', '\u0000', `{"action":"x","a":${'['.repeat(200)}${']'.repeat(200)}}`]

describe.each(engines)('a day of events, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const buyers = 60
  const runs = ['ordered', 'shuffled', 'again']
  beforeAll(async () => {
    for (const [seed, merchant] of runs.entries()) {
      const random = randomFrom(seed + 1)
      const { texts } = day(merchant, buyers)
      const foreign = day('elsewhere', 3).texts
      const sent = seed === 0 ? texts : [...texts, ...texts, ...foreign, ...garbage].map((text) => [random(), text] as const)
      const order = seed === 0 ? texts : (sent as [number, string][]).toSorted(([a], [b]) => a - b).map(([, text]) => text)
      for (let from = 0; from < order.length; from += 70) {
        await storeAll(order.slice(from, from + 70).map((text) => ({ merchant, addressId: 'a-1', text })))
        if (random() < 0.5) await readEvents(new AbortController().signal)
      }
      await Promise.all([readEvents(new AbortController().signal), readEvents(new AbortController().signal)])
      await indexPending()
    }
  }, 240_000)

  async function stateOf(merchant: string) {
    const events = await own.store
      .selectFrom('events')
      .select(['entity', 'type', 'action', 'said_at', 'state', 'buyer_id'])
      .where('merchant', '=', merchant)
      .where('state', 'in', ['taken', 'older', 'differs'])
      .execute()
    const keys = await own.store
      .selectFrom('directory_keys')
      .select(['buyer_id', 'kind', 'key', 'thing'])
      .where('merchant', '=', merchant)
      .execute()
    const charges = await own.store
      .selectFrom('directory_charges')
      .select(['charge_id', 'buyer_id', 'order_id', 'amount', 'currency', 'day', 'status', 'told_by'])
      .where('merchant', '=', merchant)
      .execute()
    return [events, keys, charges].map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
  }

  it('comes to the same, in whatever order, how often and in how many pieces', async () => {
    const [ordered, ...others] = await Promise.all(runs.map(stateOf))
    expect(ordered?.map((rows) => rows.length > buyers)).toEqual([true, true, true])
    for (const other of others) expect(other).toEqual(ordered)
  })

  it('leaves each charge as the shop knows it, once, and none that counts', async () => {
    const { charges } = day('shuffled', buyers)
    const rows = await own.store
      .selectFrom('directory_charges')
      .select(['charge_id', 'status', 'told_by'])
      .where('merchant', '=', 'shuffled')
      .execute()
    expect(new Map(rows.map(({ charge_id, status }) => [charge_id, status]))).toEqual(charges)
    expect(new Set(rows.map(({ told_by }) => told_by))).toEqual(new Set(['event']))
  })

  it('keeps hostile texts of any length out of the way of the others', async () => {
    const long = '😀\u202e'.repeat(500)
    const order = { id: long, currency: long, amount: long, metaData: { [long]: long } }
    const of = {
      status: long,
      createdAt: long,
      firstName: long,
      lastName: long,
      order,
      paymentMethod: { data: { lastFour: long } },
    }
    const buyer = { id: day('x', 1).buyerId, email: long }
    const event = {
      type: 'charge',
      action: long,
      merchant: 'hostile',
      buyer,
      chargeData: { id: buyer.id, ...of },
      __proto__: { x: long },
    }
    await storeAll([{ merchant: 'hostile', addressId: 'a-1', text: JSON.stringify(event) }])
    await readEvents(new AbortController().signal)
    await indexPending()
    expect(await own.store.selectFrom('directory_pending').selectAll().execute()).toEqual([])
    expect(await own.store.selectFrom('directory_charges').select('status').where('merchant', '=', 'hostile').execute()).toEqual([
      { status: '' },
    ])
  })

  it('counts what is of another account or unreadable, and takes nothing of it', async () => {
    const count = async (state: 'foreign' | 'unreadable' | 'received') => {
      const rows = await own.store
        .selectFrom('events')
        .select('id')
        .where('merchant', '=', 'again')
        .where('state', '=', state)
        .execute()
      return rows.length
    }
    expect([await count('received'), await count('unreadable')]).toEqual([0, garbage.length])
    expect(await count('foreign')).toBe(day('elsewhere', 3).texts.length)
  })
})
