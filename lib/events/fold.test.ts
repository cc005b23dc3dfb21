import { describe, expect, test } from 'vitest'
import { type Stored, standings } from './fold'
import { type Reading, readEvent } from './reading'

const subscriptionId = '5d0e77b1-0f4b-4e0f-8a0c-3f6f6f3b2a11'
const chargeId = '0b0f9c7e-7f1f-4f57-9a51-2f8a3a1f4c22'

const stored = (id: string, event: object, key = id): Stored => {
  const reading = readEvent(JSON.stringify(event), 'UTC') as Reading
  return { id, key, digest: JSON.stringify(reading), reading }
}
const renewed = (id: string, updatedAt: string, more: object = {}, key = id) =>
  stored(
    id,
    {
      type: 'subscription',
      action: `subscription_${id}`,
      subscriptionData: { id: subscriptionId, updatedAt, status: 'active', ...more },
    },
    key,
  )
const charged = (id: string, status: string, key = id) =>
  stored(
    id,
    { type: 'charge', action: `charge_${id}`, chargeData: { id: chargeId, createdAt: '2026-11-22 03:10:00', status } },
    key,
  )

const of = (...events: Stored[]) => Object.fromEntries(standings(events))

describe('of the events of a subscription', () => {
  test('the latest by its own time holds, whenever it came', () => {
    const [one, two, three] = [1, 2, 3].map((hour) => renewed(`at-${hour}`, `2026-11-22 0${hour}:00:00`)) as [
      Stored,
      Stored,
      Stored,
    ]
    for (const events of [
      [one, two, three],
      [three, one, two],
      [two, three, one],
    ])
      expect(of(...events)).toEqual({ 'at-1': 'older', 'at-2': 'older', 'at-3': 'taken' })
  })

  test('one that ends it holds over another of the same moment', () => {
    const at = '2026-11-22 03:00:00'
    expect(of(renewed('suspended', at, { status: 'suspended' }), renewed('renewed', at))).toEqual({
      suspended: 'taken',
      renewed: 'older',
    })
  })

  test('two of one moment that say different things hold neither', () => {
    const at = '2026-11-22 03:00:00'
    const events = [renewed('on', at, { autochargeStatus: true }), renewed('off', at, { autochargeStatus: false })]
    expect(of(renewed('before', '2026-11-21 03:00:00'), ...events)).toEqual({ before: 'older', on: 'differs', off: 'differs' })
  })

  test('two of one key in other words hold neither, and what was before them does', () => {
    const at = '2026-11-22 03:00:00'
    const events = [renewed('a', at, { endDate: '2027-01-01' }, 'k'), renewed('b', at, { endDate: '2028-01-01' }, 'k')]
    expect(of(...events, renewed('before', '2026-11-21 03:00:00'))).toEqual({ a: 'differs', b: 'differs', before: 'taken' })
    expect(of(...events, renewed('c', at, { endDate: '2027-01-01' }, 'k'))).toEqual({ a: 'differs', b: 'differs', c: 'differs' })
  })

  test('one without a time holds only while there is no other', () => {
    expect(of(renewed('none', ''))).toEqual({ none: 'taken' })
    expect(of(renewed('none', ''), renewed('one', '2026-11-22 03:00:00'))).toEqual({ none: 'older', one: 'taken' })
  })
})

describe('of the events of a charge, which all bear one time', () => {
  test('the one that has come furthest holds', () => {
    const statuses = ['created', 'deferred', 'authorized', 'captured']
    expect(of(...statuses.map((status) => charged(status, status)).reverse())).toEqual({
      ...{ created: 'older', deferred: 'older', authorized: 'older', captured: 'taken' },
    })
  })

  test('a status that is new holds only while there is no other', () => {
    expect(of(charged('new', 'queued'), charged('created', 'created'))).toEqual({ new: 'older', created: 'taken' })
  })

  test('two ends hold neither', () => {
    expect(of(charged('settled', 'settled'), charged('declined', 'declined'), charged('created', 'created'))).toEqual({
      ...{ settled: 'differs', declined: 'differs', created: 'older' },
    })
  })

  test('the same end twice is one end', () => {
    expect(Object.values(of(charged('a', 'settled'), charged('b', 'settled'))).toSorted()).toEqual(['older', 'taken'])
  })
})

test('any order, and any number of times, comes to the same', () => {
  const seeds = Array.from({ length: 300 }, (_, seed) => seed)
  for (const seed of seeds) {
    let state = seed + 1
    const below = (most: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    const events = Array.from({ length: 1 + below(8) }, (_, number) => {
      const status = ['active', 'suspended', 'blocked', 'disabled'][below(4)]
      return renewed(`e${number}`, `2026-11-22 0${below(3)}:00:00`, { status }, `k${below(6)}`)
    })
    const expected = standings(events)
    const shuffled = events.map((event) => ({ event, at: below(1_000) })).toSorted((a, b) => a.at - b.at)
    expect(standings(shuffled.map(({ event }) => event))).toEqual(expected)
    expect([...expected.values()].filter((standing) => standing === 'taken').length).toBeLessThan(2)
  }
})
