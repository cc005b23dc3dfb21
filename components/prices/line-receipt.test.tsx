// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { getOneClickPrices } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import type { LineAmount, PricedLine } from '@/lib/prices/receipt'
import example from '@/standin/examples/prices-answer.json'
import { PartReceipts } from './line-receipt'

afterEach(cleanup)

const [line] = asRead(getOneClickPrices, example).data.bundles[0]?.products ?? []
const order = ['List price', '− Discount', '= After discount', '− SPRING25', '= Before tax', '+ Tax', '= Line']

function labelsOf(parts: Record<'dailyAmount' | 'weeklyAmount' | 'monthlyAmount', Partial<LineAmount>>): string[] {
  const amount = line?.amount as LineAmount
  const given = Object.fromEntries(Object.entries(parts).map(([part, changes]) => [part, { ...amount, ...changes }]))
  render(<PartReceipts line={{ ...line, ...given } as PricedLine} name="Plus" />)
  const labels = screen.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '')
  cleanup()
  return labels
}

it('keep their order where the discount of a day rounds to nothing', () => {
  const nothing = { discount: '0.00', coupon: '0.00' }
  expect(labelsOf({ dailyAmount: nothing, weeklyAmount: nothing, monthlyAmount: {} })).toEqual(order)
})

it('keep their order whatever the amounts', () => {
  const amount = fc.constantFrom('0.00', '0.01', '12.00', null)
  const part = fc.record({ discount: amount, coupon: amount, tax: amount })
  fc.assert(
    fc.property(fc.record({ dailyAmount: part, weeklyAmount: part, monthlyAmount: part }), (parts) => {
      const labels = labelsOf(parts)
      expect(labels).toEqual(order.filter((label) => labels.includes(label)))
      expect(labels.at(-1)).toBe('= Line')
    }),
    { numRuns: 60 },
  )
})
