import { expect, it } from 'vitest'
import type { Order } from '../operations/schemas/charge-history'
import { chargeLike, orderLike } from './examples-for-tests'
import { digestOf, passes } from './order-digest'
import { chargeFilterFrom, noChargeFilter } from './order-filter'
import { Tally } from './tally'

const digits: Record<string, number> = { EUR: 2, USD: 2, BRL: 2, GBP: 2, JPY: 0, KWD: 3 }
const currencies = Object.keys(digits)
const statuses = ['settled', 'captured', 'declined', 'failed', 'deferred', 'authorized', 'chargeback_open']

/** The same numbers on every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const written = (units: bigint, places: number) => {
  const text = units.toString().padStart(places + 1, '0')
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
}

type Made = {
  order: Order
  currency: string
  month: string
  pieces: { status: string; units: bigint; usd: bigint }[]
  asked: bigint
}

function made(count: number): Made[] {
  const random = randomOf(20_250_304)
  const whole = (below: number) => Math.floor(random() * below)
  // Every hundredth amount lies beyond what a number holds exactly.
  const units = () =>
    whole(100) === 0 ? 9_007_199_254_740_993n * BigInt(1 + whole(1_000)) + BigInt(whole(97)) : BigInt(1 + whole(9_999_999))
  return Array.from({ length: count }, (_, index) => {
    const currency = currencies[whole(currencies.length)] as string
    const places = digits[currency] as number
    const month = `2025-${String(1 + whole(12)).padStart(2, '0')}`
    const asked = units()
    const pieces = Array.from({ length: 1 + whole(3) }, () => ({
      status: statuses[whole(statuses.length)] as string,
      units: whole(3) === 0 ? units() : asked,
      usd: units(),
    }))
    const charges = pieces.map(({ status, units, usd }, place) =>
      chargeLike({
        status,
        amount: written(units, places),
        amountInUsd: written(usd, 2),
        createdAt: `${month}-05 10:00:0${place}`,
      }),
    )
    const totalPrices = { amountWithDiscountAndCouponAndTax: written(asked, places) }
    const order = orderLike(charges, { orderId: `o-${index}`, currency, createdAt: `${month}-05 09:00:00`, totalPrices })
    return { order, currency, month, pieces, asked }
  })
}

const isReceived = (status: string) => status === 'settled' || status === 'captured'
const isLost = (status: string) => status === 'declined' || status === 'failed'
const isOpen = (status: string) => status === 'deferred' || status === 'authorized'

/** The same sums by another way: whole numbers of the smallest unit, one pass for each question. */
function expected(orders: Made[], currency: string, month: string | null) {
  const of = orders.filter((each) => each.currency === currency && (month === null || each.month === month))
  const add = (amounts: bigint[]) => (amounts.length === 0 ? null : amounts.reduce((all, each) => all + each, 0n))
  const pieces = of.flatMap((each) => each.pieces)
  const lost = of.filter((each) => each.pieces.every(({ status }) => isLost(status)))
  // A paid order waits for nothing, and an open one is paid once, however many of its attempts are open.
  const unpaid = of.filter((each) => !each.pieces.some(({ status }) => isReceived(status)))
  const waiting = unpaid.flatMap((each) => each.pieces.findLast(({ status }) => isOpen(status)) ?? [])
  return {
    received: add(pieces.filter(({ status }) => isReceived(status)).map(({ units }) => units)),
    usd: add(pieces.filter(({ status }) => isReceived(status)).map(({ usd }) => usd)),
    open: add(waiting.map(({ units }) => units)),
    lost: add(lost.map(({ asked }) => asked)),
  }
}

const orders = made(10_000)
const text = (units: bigint | null, places: number) => (units === null ? null : written(units, places))

it('sums of ten thousand orders in six currencies hold to the last digit, beyond 2^53 too', () => {
  const tally = new Tally()
  for (const { order } of orders) tally.add(digestOf(order, []), noChargeFilter)
  const { currencies: sums } = tally.sums()
  expect(sums.map(({ currency }) => currency).sort()).toEqual(currencies.toSorted())
  let months = 0
  for (const { currency, totals, months: byMonth } of sums) {
    const places = digits[currency] as number
    for (const [month, groups] of [[null, totals] as const, ...byMonth.map((each) => [each.month, each] as const)]) {
      const right = expected(orders, currency, month)
      expect([currency, month, groups.received.amount]).toEqual([currency, month, text(right.received, places)])
      expect([currency, month, groups.received.usd]).toEqual([currency, month, text(right.usd, 2)])
      expect([currency, month, groups.open.amount]).toEqual([currency, month, text(right.open, places)])
      expect([currency, month, groups.lost.amount]).toEqual([currency, month, text(right.lost, places)])
      months += 1
    }
  }
  expect(months).toBe(6 * 13)
})

it.each([
  ['money received of a currency', { currency: 'KWD', money: 'received' }],
  ['money open in a month', { currency: 'JPY', month: '2025-04', money: 'open' }],
  ['money lost in a month', { currency: 'BRL', month: '2025-11', money: 'lost' }],
])('%s is the sum of the rows that its filter shows', (_, params) => {
  const filter = chargeFilterFrom(params)
  const digests = orders.map(({ order }) => digestOf(order, [])).filter((digest) => passes(digest, filter))
  const tally = new Tally()
  for (const digest of digests) tally.add(digest, filter)
  const sums = tally.sums()
  const family = params.money as 'received' | 'open' | 'lost'
  const right = expected(orders, params.currency, 'month' in params ? params.month : null)[family]
  expect(sums.currencies.map(({ currency, totals }) => [currency, totals[family].amount])).toEqual([
    [params.currency, text(right, digits[params.currency] as number)],
  ])
  expect(digests.length).toBe(sums.currencies[0]?.totals[family].orders)
})

it('a charge in another currency than its order is summed in its own', () => {
  const tally = new Tally()
  tally.add(digestOf(orderLike([chargeLike({ amount: '5.00', currency: 'USD' })], { currency: 'EUR' }), []), noChargeFilter)
  expect(tally.sums().currencies.map(({ currency, totals }) => [currency, totals.received.amount])).toEqual([['USD', '5.00']])
})

it('orders with something to check are counted, each once', () => {
  const tally = new Tally()
  const doubts = [
    { kind: 'twice' as const, evidence: '' },
    { kind: 'other-currency' as const, evidence: '' },
  ]
  for (const of of [doubts, [], doubts.slice(1)]) tally.add(digestOf(orderLike([chargeLike()]), of), noChargeFilter)
  expect(tally.sums().toCheck).toBe(2)
})

it('attempts, approval, cascades, declines and places are counted', () => {
  const tally = new Tally()
  const declined = chargeLike({ status: 'declined', code: 'acqlocal.insufficient_funds', createdAt: '2025-03-04 10:00:00' })
  const cascade = chargeLike({ target: 'cascade', provider: 'acqglobal', mid: 'm', createdAt: '2025-03-04 10:00:01' })
  for (const charges of [[declined, cascade], [chargeLike()], [declined]])
    tally.add(digestOf(orderLike(charges), []), noChargeFilter)
  expect(tally.sums()).toMatchObject({
    orders: 3,
    attempts: { received: 2, lost: 2 },
    decided: 3,
    approved: 2,
    declinedFirst: 2,
    recovered: 1,
    declines: [{ reason: 'insufficient funds, or a limit reached', count: 2 }],
    places: [
      {
        provider: 'acqlocal',
        mid: 'default',
        attempts: { received: 1, lost: 2 },
        received: [{ currency: 'BRL', amount: '162.00' }],
      },
      { provider: 'acqglobal', mid: 'm', attempts: { received: 1, lost: 0 } },
    ],
  })
})
