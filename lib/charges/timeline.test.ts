import { expect, it } from 'vitest'
import { orderLike } from './examples-for-tests'
import { noFilter, passesEntry } from './order-filter'
import { type Entry, reachOf, timelineOf } from './timeline'

const entry = (time: string): Entry => ({ entryId: time, time, text: 'Turn off autocharge\nRémy' })
const order = (createdAt: string | null) => orderLike([], { createdAt })
const [noon, ten] = [order('2025-03-04 12:00:00'), order('2025-03-04T10:00:00+00:00')]

it('puts what was done between the orders it was done between', () => {
  const [evening, eleven, old] = [entry('2025-03-04 18:00:00'), entry('2025-03-04 11:00:00'), entry('2025-03-01 00:00:00')]
  expect(timelineOf([noon, ten], [evening, eleven, old])).toEqual([evening, noon, eleven, ten, old])
  expect(timelineOf([], [evening, old])).toEqual([evening, old])
})

it('leaves an order without a time beside its neighbour', () => {
  const [timeless, eleven] = [order(null), entry('2025-03-04 11:00:00')]
  expect(timelineOf([noon, timeless, ten], [eleven])).toEqual([noon, timeless, eleven, ten])
})

it.each([
  ['to the beginning, once everything is loaded', [noon, ten], true, null],
  ['to the oldest of the loaded orders', [noon, ten, order(null)], false, '2025-03-04 10:00:00'],
  ['nowhere, before any order is loaded', [], false, '9999'],
])('reaches %s', (_, orders, complete, reach) => {
  expect(reachOf({ orders, complete })).toBe(reach)
})

it.each([
  [{}, true],
  [{ state: 'actions' }, true],
  [{ state: 'received' }, false],
  [{ currency: 'EUR' }, false],
  [{ find: 'remy' }, true],
  [{ find: 'wallet' }, false],
  [{ from: '2025-03-04', to: '2025-03-04' }, true],
  [{ to: '2025-03-03' }, false],
] as const)('lets an entry through %j: %s', (changes, passes) => {
  expect(passesEntry(entry('2025-03-04 11:00:00'), { ...noFilter, ...changes })).toBe(passes)
})
