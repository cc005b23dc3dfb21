import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import type { Fact } from '@/lib/operations/effects/facts'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { factsOf, knownNow, knownVersion, newestIn, saveFacts } from './facts'
import { remember } from './remember'

describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)

  const about = (at?: string, buyerId: string = randomUUID()) => ({
    merchant: 'northwind',
    buyerId,
    source: 'read' as const,
    operation: 'listTokens',
    person: 'Ada',
    ...(at ? { at: new Date(at) } : {}),
  })
  const email = (value: string): Fact => ({ entity: 'buyer', field: 'email', value })

  test('a buyer nobody has asked about has version 0 and no facts', async () => {
    expect([await knownVersion('northwind', 'b'), await factsOf('northwind', 'b')]).toEqual([0, []])
  })

  test('the version grows when a fact changes, and only then', async () => {
    const who = about()
    const versions = []
    for (const value of ['a@b.test', 'a@b.test', 'c@d.test', 'a@b.test']) versions.push(await saveFacts([email(value)], who))
    expect(versions).toEqual([1, 1, 2, 3])
    expect(await knownVersion('northwind', who.buyerId)).toBe(3)
  })

  test('a value comes back as it was, of whatever kind and script', async () => {
    const who = about()
    const values = [null, true, 0.1, 'آدا 🦊 \u0000', ['a', { b: [] }], { seenAt: '2026-01-01' }]
    await saveFacts(
      values.map((value, number) => ({ entity: 'buyer', field: `f${number}`, value })),
      who,
    )
    const known = await factsOf('northwind', who.buyerId)
    expect(known.toSorted((a, b) => a.field.localeCompare(b.field)).map(({ value }) => value)).toEqual(values)
  })

  test('a fact that is said again grows younger, not at every reading', async () => {
    const { buyerId } = about()
    const age = async () => (await factsOf('northwind', buyerId))[0]?.observedAt
    await saveFacts([email('a@b.test')], about('2026-01-01T10:00:00Z', buyerId))
    await saveFacts([email('a@b.test')], about('2026-01-01T10:00:59Z', buyerId))
    expect(await age()).toBe('2026-01-01T10:00:00.000Z')
    expect(await saveFacts([email('a@b.test')], about('2026-01-01T10:05:00Z', buyerId))).toBe(1)
    expect(await age()).toBe('2026-01-01T10:05:00.000Z')
  })

  test('a read that says otherwise than an action which was answered meanwhile leaves nothing known until the next one', async () => {
    const { buyerId } = about()
    const autocharge = (value: boolean): Fact => ({ entity: 'subscription:s', field: 'autoChargeStatus', value })
    const known = async () => {
      const [fact] = await factsOf('northwind', buyerId)
      const listed = own.store.selectFrom('directory_subscriptions').select('autocharge').where('buyer_id', '=', buyerId)
      return [fact?.value, (await listed.executeTakeFirst())?.autocharge]
    }
    const acted = { ...about('2026-01-01T10:00:01Z', buyerId), source: 'action' as const }
    await saveFacts([autocharge(true)], about('2026-01-01T09:00:00Z', buyerId))
    await saveFacts([autocharge(false)], acted)
    const read = (askedAt: string) => ({ ...about('2026-01-01T10:00:02Z', buyerId), askedAt: new Date(askedAt) })
    await saveFacts([autocharge(false)], read('2026-01-01T10:00:00Z'))
    expect(await known()).toEqual([false, 0])
    await saveFacts([autocharge(true)], read('2026-01-01T10:00:00Z'))
    expect(await known()).toEqual([null, null])
    await saveFacts([autocharge(false)], read('2026-01-01T10:00:00.500Z'))
    expect(await known()).toEqual([null, null])
    await saveFacts([autocharge(true)], read('2026-01-01T10:00:01.500Z'))
    expect(await known()).toEqual([true, 1])
  })

  test('what a read leaves unknown grows the version, also where it says what was known as it was asked', async () => {
    const { buyerId } = about()
    const autocharge = (value: boolean): Fact => ({ entity: 'subscription:s', field: 'autoChargeStatus', value })
    await saveFacts([autocharge(true)], about('2026-01-01T09:00:00Z', buyerId))
    const before = await knownNow({ merchant: 'northwind', buyerId }, own.store)
    const version = await saveFacts([autocharge(false)], { ...about('2026-01-01T10:00:01Z', buyerId), source: 'action' })
    const read = { ...about('2026-01-01T10:00:02Z', buyerId), askedAt: new Date('2026-01-01T10:00:00Z') }
    expect(await saveFacts([autocharge(true)], read, undefined, before)).toBe(version + 1)
    expect(await factsOf('northwind', buyerId)).toMatchObject([{ value: null }])
  })

  describe('beside clocks that differ or are set', () => {
    const endDate = (value: string): Fact => ({ entity: 'subscription:s', field: 'endDate', value })
    const [then, hour] = [Date.parse('2026-01-01T10:00:00Z'), 3_600_000]
    const now = async (buyerId: string) => {
      const [{ value, observedAt } = { value: undefined, observedAt: '' }] = await factsOf('northwind', buyerId)
      return { value, observedAt, version: await knownVersion('northwind', buyerId) }
    }
    /** A read, by a clock that is wrong by so much, asked for when only this was known. */
    const asked = async (buyerId: string, wrongByMs: number) => {
      const before = await knownNow({ merchant: 'northwind', buyerId }, own.store)
      const witness = { ...about(undefined, buyerId), askedAt: new Date(then + wrongByMs), upTo: newestIn(before.rows) }
      return (value: string) => saveFacts([endDate(value)], witness)
    }

    test('a read is newer than all that was known before, and the version grows once', async () => {
      const { buyerId } = about()
      await saveFacts([endDate('d90')], { ...about(new Date(then).toISOString(), buyerId), source: 'action' })
      await (await asked(buyerId, -hour))('d120')
      const first = await now(buyerId)
      expect(first).toMatchObject({ value: 'd120', version: 2 })
      expect(Date.parse(first.observedAt)).toBeGreaterThan(then) // so that an undo is refused that rests on the action
      await (await asked(buyerId, -hour))('d120')
      expect(await now(buyerId)).toMatchObject({ value: 'd120', version: 2 })
      await (await asked(buyerId, -hour))('d130')
      expect(await now(buyerId)).toMatchObject({ value: 'd130', version: 3 })
    })

    test.each([-hour, hour])('what is learnt while a read is on its way is never overwritten by it: %i ms', async (wrongByMs) => {
      const { buyerId } = about()
      await saveFacts([endDate('d60')], about(new Date(then).toISOString(), buyerId))
      const slow = await asked(buyerId, wrongByMs)
      await saveFacts([endDate('d90')], { ...about(new Date(then + 1).toISOString(), buyerId), source: 'action' })
      await slow('d60')
      expect(await now(buyerId)).toMatchObject({ value: null, version: 3 })
      await (await asked(buyerId, 0))('d90')
      expect(await now(buyerId)).toMatchObject({ value: 'd90', version: 4 })
    })

    test('of two reads on their way at once that differ, neither is known', async () => {
      const { buyerId } = about()
      await saveFacts([endDate('d60')], about(new Date(then).toISOString(), buyerId))
      const [one, other, third] = [await asked(buyerId, 0), await asked(buyerId, 10), await asked(buyerId, 20)]
      await one('d90')
      await third('d90')
      expect(await now(buyerId)).toMatchObject({ value: 'd90', version: 2 })
      await other('d60')
      expect(await now(buyerId)).toMatchObject({ value: null, version: 3 })
    })

    test('what is done is dated after what was seen before it', async () => {
      const { buyerId } = about()
      const ahead = new Date(Date.now() + hour).toISOString()
      await saveFacts([endDate('d60')], about(ahead, buyerId))
      await saveFacts([endDate('d90')], { ...about(undefined, buyerId), source: 'action' })
      const known = await now(buyerId)
      expect([known.value, known.observedAt > ahead]).toEqual(['d90', true])
    })
  })

  test('an answer that says a thing twice is taken by its last word, and says nothing new the next time', async () => {
    const who = about()
    const twice = [email('a@b.test'), email('c@d.test')]
    expect([await saveFacts(twice, who), await saveFacts(twice, who)]).toEqual([1, 1])
    expect(await factsOf('northwind', who.buyerId)).toMatchObject([{ value: 'c@d.test' }])
  })

  test('a buyer with thousands of subscriptions is remembered whole', async () => {
    const who = about()
    const data = Array.from({ length: 700 }, (_, number) => ({
      id: `s-${number}`,
      status: 'active',
      startDate: '2026-01-01',
      statusInfo: [],
    }))
    const answer = listSubscriptions.answer.parse({ data, meta: { total: 700 } })
    await remember({ ...who, params: { buyerId: who.buyerId }, operation: listSubscriptions }, answer)
    expect(new Set((await factsOf('northwind', who.buyerId)).map(({ entity }) => entity)).size).toBe(701)
  })

  test('an older piece of the history does not bring back an older address, inside a transaction either', async () => {
    const who = about()
    const history = (createdAt: string, ipAddress: string) => {
      const charge = { chargeId: 'c-1', amount: '1.00', status: 'settled', createdAt, billingInfo: { ipAddress, country: 'DE' } }
      return getChargeHistory.answer.parse({ data: [{ orderId: 'o-1', charges: [charge] }], meta: { total: 1 } })
    }
    const address = async () => (await factsOf('northwind', who.buyerId, 'address'))[0]?.value
    const exchange = { ...who, params: { buyerId: who.buyerId }, operation: getChargeHistory }
    await remember(exchange, history('2026-05-05T00:00:00+00:00', '203.0.113.5'))
    await own.store
      .transaction()
      .execute((tx) => remember(exchange, history('2025-01-01T00:00:00+00:00', '203.0.113.1'), { within: tx }))
    expect(await address()).toMatchObject({ address: '203.0.113.5' })
    await own.store
      .transaction()
      .execute((tx) => remember(exchange, history('2026-06-06T00:00:00+00:00', '203.0.113.6'), { within: tx }))
    expect(await address()).toMatchObject({ address: '203.0.113.6' })
  })

  test('what is learned in a transaction that is given up is not known', async () => {
    const who = about()
    const store = own.store
    const givenUp = store.transaction().execute(async (tx) => {
      await saveFacts([email('a@b.test')], who, tx)
      throw new Error('given up')
    })
    await expect(givenUp).rejects.toThrow('given up')
    expect(await knownVersion('northwind', who.buyerId)).toBe(0)
  })
})
