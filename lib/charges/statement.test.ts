import { describe, expect, it } from 'vitest'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { all, orderOf } from './ledger-for-tests'
import { expectedSums, shows } from './reckoning-for-tests'
import { statementParts } from './statement'

const declined = chargeLike({ status: 'declined', amount: '9.00' })

describe('a statement', () => {
  it('has a part for each currency, each with its own total', () => {
    const yen = orderLike([chargeLike({ amount: '1480' })], { currency: 'JPY' })
    const parts = statementParts([exampleOrder, yen, yen])
    expect(parts.map(({ currency, totals }) => [currency, totals.received])).toEqual([
      ['JPY', { orders: 2, amount: '2960' }],
      ['BRL', { orders: 1, amount: '162.00' }],
    ])
    expect(parts[1]?.lines).toMatchObject([{ outcome: 'received', amount: '162.00' }])
  })

  it('counts each order once, by what it came to, and what was received twice with both receipts', () => {
    const twice = orderLike([chargeLike({ amount: '10.00' }), chargeLike({ amount: '10.00' })])
    const open = orderLike([openVoucher()])
    const lost = orderLike([declined, declined])
    const [part, ...more] = statementParts([twice, open, lost].map((order) => ({ ...order, currency: 'BRL' })))
    expect(more).toEqual([])
    expect(part?.lines.map(({ outcome }) => outcome)).toEqual(['received twice', 'open', 'not paid'])
    expect(part?.totals).toMatchObject({
      received: { orders: 1, amount: '20.00' },
      open: { orders: 1 },
      lost: { orders: 1, amount: '9.00' },
      other: { orders: 0, amount: null },
    })
  })

  it('has a line in each currency for an order that received two', () => {
    const mixed = orderLike([chargeLike({ amount: '10.00' }), chargeLike({ amount: '2.00', currency: 'EUR' })], {
      currency: 'BRL',
    })
    expect(statementParts([mixed]).map(({ currency, totals }) => [currency, totals.received.amount])).toEqual([
      ['BRL', '10.00'],
      ['EUR', '2.00'],
    ])
  })

  it('adds up the tax of what was received, and says of how many orders it is known', () => {
    const prices = (tax: string | null) => ({
      ...{ origin: null, discount: null, amountWithDiscount: null, coupon: null, amountWithDiscountAndCoupon: null, tax },
      ...{ amountWithDiscountAndCouponAndTax: null, amountWithDiscountAndCouponAndTaxInUsd: null },
    })
    const paid = (tax: string | null) =>
      orderLike([chargeLike({ amount: '10.00' })], { currency: 'BRL', totalPrices: prices(tax) })
    const lost = orderLike([declined], { currency: 'BRL', totalPrices: prices('5.00') })
    const [part] = statementParts([paid('1.90'), paid('0.10'), paid(null), lost])
    expect([part?.tax, part?.lines.at(-1)?.tax]).toEqual([{ orders: 2, amount: '2.00' }, '5.00'])
  })

  it.each(['2025-11', '2024-Q4', null])(
    'of %s comes to what another reckoning of that month does, in every currency',
    (month) => {
      const asked = month === null ? {} : { month }
      const shown = all.filter((known) => shows(known, asked))
      for (const { currency, totals, tax, lines } of statementParts(shown.map(orderOf), month)) {
        const right = expectedSums(shown, currency, asked)
        expect([currency, totals.received.amount, tax.amount]).toEqual([currency, right.received, right.tax])
        if (month === '2025-11') for (const { day } of lines) expect(day).toMatch(/^2025-11/)
      }
    },
  )
})
