// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import type { Quote } from '@/lib/prices/quote'
import { QuoteFacts } from './quote-facts'

afterEach(cleanup)

const answerOf = (total: string, currency = 'EUR'): PriceResult => ({
  currency,
  tax: null,
  products: [],
  chargeMethods: [],
  bundles: [
    {
      bundleHashKey: 'b-1',
      products: [],
      totalAmount: {
        origin: total,
        discountsAndCoupons: '0.00',
        amountWithDiscountsAndCoupons: total,
        taxPercent: '0.00',
        tax: '0.00',
        amountWithDiscountsAndCouponsAndTax: total,
      },
    },
  ],
})

const quote = {
  answer: answerOf('45.90'),
  buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787',
  merchant: 'northwind',
  person: 'Marta',
  mine: false,
  madeAt: '2026-11-23T08:41:00.000Z',
  used: null,
} as Quote

function show(now: PriceResult) {
  const again = { data: { quote, now }, dataUpdatedAt: Date.parse('2026-11-23T08:47:00Z'), error: null, isFetching: false }
  const props = { quote, buyer: { title: null, country: null }, subscription: null, again }
  render(<QuoteFacts {...(props as unknown as ComponentProps<typeof QuoteFacts>)} />)
  return screen.getByRole('status').textContent
}

test('the price that is asked again is said to be the same, or stands beside the old one', () => {
  expect(show(answerOf('45.90'))).toMatch(/^Asked again at \d\d:\d\d\. Same price\.$/)
  expect(screen.getByRole('link').textContent).toBe('buyer …2787')
  cleanup()
  expect(show(answerOf('47.10'))).toMatch(/Now 47\.10\u00a0EUR, was 45\.90\u00a0EUR\.$/)
  expect(screen.getByRole('table', { name: 'Changed values' }).textContent).toContain('Total45.9047.10')
  cleanup()
  expect(show(answerOf('240.00', 'BRL'))).toMatch(/in another currency/)
})
