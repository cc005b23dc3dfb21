import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { indexPending } from '@/lib/knowledge/server/directory'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { readEvents } from './read-events'
import { storeAll } from './store'

// The sender is written from the documents and shares nothing with the reader.

const idFor = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
const two = (number: number) => String(number).padStart(2, '0')

/** A shop's day as the service tells of it: per buyer an order with its attempts, and what became of the subscription. */
function day(merchant: string, buyers: number) {
  const events: object[] = []
  const charges = new Map<string, string>()
  for (let number = 0; number < buyers; number += 1) {
    const [buyerId, subscriptionId] = [idFor(`b${number}`), idFor(`s${number}`)]
    const email = `buyer${number}@example.test`
    const old = number % 3 === 0
    const whose = old ? {} : { buyer: { id: buyerId, email, metaData: [] } }
    const within = old ? { buyerId, buyerEmail: email } : {}
    const minute = two(number % 60)
    const made = `2026-11-22 03:${minute}:01${number % 2 ? '.000000' : ''}`
    const order = {
      id: `Or${String(number).padStart(6, '0')}`,
      currency: 'EUR',
      amount: number % 2 ? 19.9 : '19.90',
      metaData: {},
    }
    const attempt = (name: string, action: string, status: string) => {
      const id = idFor(`${name}${number}`)
      const type = action === 'charge_unsuccess' ? action : 'charge'
      events.push({ type, action, merchant, ...whose, chargeData: { id, status, createdAt: made, order, ...within } })
      charges.set(id, status)
    }
    if (number % 4 === 0) attempt('declined', 'charge_unsuccess', 'declined')
    attempt('paid', 'charge_authorize', 'authorized')
    attempt('paid', 'charge_capture', 'captured')
    const told = (second: number, action: string, status: string) => {
      const updatedAt = number % 2 ? `2026-11-22T04:${minute}:${two(second)}` : `2026-11-22 04:${minute}:${two(second)}`
      const flag = old ? 'autoChargeStatus' : number % 5 === 0 ? 'auto\u0421hargeStatus' : 'autochargeStatus'
      const data = { id: subscriptionId, buyerId, buyerEmail: email, status, updatedAt, [flag]: second % 2 === 0 }
      events.push({ type: 'subscription', action: `subscription_${action}`, merchant, ...whose, subscriptionData: data })
    }
    told(1, 'user_create', 'active')
    told(2, 'manual_auto_charge_off', 'active')
    if (number % 7 === 0) told(3, 'event_chargeback', 'suspended')
  }
  return { texts: events.map((event) => JSON.stringify(event)), charges }
}

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
