import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumByCurrency } from '@/lib/core/money'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { chargeLike, openVoucher, orderLike } from './examples-for-tests'
import { exceptionsIn } from './exceptions'
import { factsOf, isReadable } from './order-facts'
import { describeFigure, monthsOf, yearsOf } from './order-months'
import { describeRun, isRun, runsIn, shownAlone } from './order-runs'
import { type Entry, isEntry, ordersIn, type TimelineRow } from './timeline'

const products = [{ name: 'Northwind Backup 1 month' }]
const paidOn = (day: string, amount = '5.45', changes: Record<string, unknown> = {}) =>
  orderLike([chargeLike({ amount, createdAt: `${day} 10:00:00` })], {
    createdAt: `${day} 10:00:00`,
    currency: 'EUR',
    products,
    ...changes,
  })
const declinedOn = (day: string) =>
  orderLike([chargeLike({ status: 'declined', amount: '5.45' })], { createdAt: `${day} 10:00:00`, currency: 'EUR', products })
const entry = (time: string): Entry => ({ entryId: time, time: `${time} 09:00:00`, text: 'Disable token' })

/** The rows a month shows, every month as the list folds it. */
const shown = (rows: readonly TimelineRow[], asked: string | null = null) =>
  monthsOf(rows).flatMap((month) => runsIn(month.rows, shownAlone(rows, asked)))

const family = fc.constantFrom('settled', 'captured', 'declined', 'failed', 'deferred', 'authorized', 'in_review')
const charge = fc
  .record({ status: family, amount: fc.constantFrom('5.45', '5.450', '1200', '0.005', '62.10'), second: fc.nat(59) })
  .map(({ status, amount, second }) =>
    chargeLike({ status, amount, createdAt: `2026-01-01 10:00:${String(second).padStart(2, '0')}` }),
  )
const day = fc.integer({ min: 0, max: 900 }).map((days) => new Date(Date.UTC(2026, 10, 21 - days)).toISOString().slice(0, 10))
const readable = fc
  .record({
    charges: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: fc.array(charge, { maxLength: 3 }) }),
    at: fc.option(day, { freq: 12 }),
    currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'JPY', null),
    name: fc.constantFrom('Northwind Backup 1 month', 'Northwind Backup 1 month', 'Northwind Plus 1 month'),
  })
  .map(({ charges, at, currency, name }) =>
    orderLike(charges ?? [chargeLike({ amount: '5.45' })], {
      createdAt: at === null ? null : `${at} 10:00:00`,
      currency,
      products: [{ name }],
    }),
  )
const gap = fc.constant(null).map((): OrderOrUnreadable => ({ unreadable: true, orderId: 'broken1' }))
const row = fc.oneof(
  { weight: 14, arbitrary: readable },
  { weight: 1, arbitrary: gap },
  { weight: 1, arbitrary: day.map((at): TimelineRow => entry(at)) },
)
const history = fc
  .array(row, { maxLength: 80 })
  .map((rows) => rows.toSorted((a, b) => (timeIn(b) < timeIn(a) ? -1 : timeIn(b) > timeIn(a) ? 1 : 0)))
const timeIn = (each: TimelineRow) =>
  isEntry(each) ? each.time : isReadable(each) ? (each.createdAt ?? '2026-01-01 00:00:00') : '2026-01-01 00:00:00'

const receivedOf = (orders: readonly Order[]) =>
  sumByCurrency(
    orders.flatMap((order) =>
      factsOf(order).charges.received.map((each) => ({ currency: currencyOf(each, order), amount: each.amount })),
    ),
  )
const sortedPairs = (sums: Map<string, string>) =>
  [...sums].map(([currency, amount]) => `${currency} ${amount.replace(/\.?0+$/, '')}`).toSorted()

describe('months', () => {
  it('hold every row once, and their sums add up to the total of each currency', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const months = monthsOf(rows)
        expect(months.flatMap((month) => month.rows)).toHaveLength(rows.length)
        expect(new Set(months.map(({ month }) => month)).size).toBe(months.length)
        for (const parts of [months, yearsOf(months)]) {
          const total = sumByCurrency(parts.flatMap(({ received }) => received))
          expect(sortedPairs(total)).toEqual(sortedPairs(receivedOf(ordersIn(rows).filter(isReadable))))
          expect(parts.reduce((count, { orders }) => count + orders, 0)).toBe(ordersIn(rows).length)
        }
      }),
    )
  })

  it('say how many orders there are, and which of them aren’t paid', () => {
    const rows = [
      paidOn('2026-11-21'),
      declinedOn('2026-11-20'),
      orderLike([openVoucher()], { createdAt: '2026-11-02 08:00:00' }),
    ]
    const [month] = monthsOf([...rows, { unreadable: true, orderId: null }])
    expect(month && describeFigure(month)).toBe('4 orders, 1 declined, 1 open, 1 unreadable')
  })

  it('keep an order without a time beside the order before it', () => {
    const rows = [paidOn('2026-11-21'), orderLike([chargeLike()], { createdAt: null }), paidOn('2026-10-02')]
    expect(monthsOf(rows).map(({ month, orders }) => [month, orders])).toEqual([
      ['2026-11', 2],
      ['2026-10', 1],
    ])
  })
})

describe('runs', () => {
  it('lose no row, sum what they hold, and never hold what is exceptional or new', () => {
    fc.assert(
      fc.property(history, (rows) => {
        const found = shown(rows)
        expect(found.flatMap((each) => (isRun(each) ? each.orders : [each]))).toHaveLength(rows.length)
        const newest = ordersIn(rows).slice(0, 3)
        for (const run of found.filter(isRun)) {
          expect(run.orders.length).toBeGreaterThanOrEqual(3)
          const { amount, currency } = describeRun(run)
          expect([...receivedOf(run.orders)]).toEqual([[currency, amount]])
          for (const order of run.orders) {
            const { attempts, state } = factsOf(order)
            expect([state, attempts.length]).toEqual(['received', 1])
            expect(newest).not.toContain(order)
          }
          expect(new Set(run.orders.map((order) => order.products[0]?.name)).size).toBe(1)
          expect(new Set(run.orders.map((order) => order.createdAt?.slice(0, 7))).size).toBe(1)
        }
      }),
    )
  })

  const many = Array.from({ length: 9 }, (_, index) => paidOn(`2026-11-${String(21 - index).padStart(2, '0')}`))
  const kinds = (rows: readonly TimelineRow[], asked: string | null = null) =>
    shown(rows, asked).map((each) => (isRun(each) ? each.orders.length : isEntry(each) ? 'entry' : 'order'))

  it('fold what is alike after the three newest, and say how many of what, from when to when', () => {
    const [, , , run] = shown(many)
    expect(kinds(many)).toEqual(['order', 'order', 'order', 6])
    expect(run && isRun(run) && describeRun(run)).toMatchObject({ title: '6 × 5.45 EUR', days: '13 to 18 Nov', amount: '32.70' })
  })

  it.each([
    ['something was done in between', many.toSpliced(6, 0, entry('2026-11-15') as never)],
    ['one was declined', many.toSpliced(6, 0, declinedOn('2026-11-15'))],
    ['one was of another amount', many.toSpliced(6, 0, paidOn('2026-11-15', '6.45'))],
    ['one was paid later than at the first attempt', many.toSpliced(6, 0, secondAttempt())],
    ['one is of another product', many.toSpliced(6, 0, paidOn('2026-11-15', '5.45', { products: [{ name: 'Other' }] }))],
    ['one is of another currency', many.toSpliced(6, 0, paidOn('2026-11-15', '5.45', { currency: 'USD' }))],
  ])('end where %s', (_, rows) => {
    expect(kinds(rows).filter(Number.isInteger)).toEqual([3, 3])
  })

  it('leave out the order somebody asked for', () => {
    expect(kinds(many, many[6]?.orderId)).toEqual(['order', 'order', 'order', 3, 'order', 'order', 'order'])
  })

  it('are never made of two', () => {
    expect(kinds(many.slice(0, 5))).toEqual(['order', 'order', 'order', 'order', 'order'])
  })

  function secondAttempt() {
    return orderLike(
      [
        chargeLike({ status: 'declined', amount: '5.45', createdAt: '2026-11-15 10:00:00' }),
        chargeLike({ amount: '5.45', createdAt: '2026-11-15 11:00:00' }),
      ],
      { createdAt: '2026-11-15 10:00:00', currency: 'EUR', products },
    )
  }
})

describe('orders that open without being asked', () => {
  const paid = () => paidOn('2026-11-01')
  const twice = () => orderLike([chargeLike(), chargeLike()])
  it.each([
    ['the only one', [paid()], [0]],
    ['none of several that were paid', [paid(), paid()], []],
    ['the newest where it was declined, and no older one', [declinedOn('2026-11-02'), declinedOn('2026-11-01')], [0]],
    ['one that is open', [paid(), orderLike([openVoucher()])], [1]],
    ['one that received money twice', [paid(), paid(), twice()], [2]],
    ['no more than five', Array.from({ length: 9 }, twice), [0, 1, 2, 3, 4]],
  ])('%s', (_, orders, open) => {
    expect([...exceptionsIn(orders)]).toEqual(open.map((at) => orders[at]?.orderId))
  })

  it('none that can’t be read', () => {
    expect(exceptionsIn([{ unreadable: true, orderId: 'broken1' }]).size).toBe(0)
  })
})
