// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { emptyWorkbench, type Line, newLine, type Workbench } from '@/lib/prices/workbench'
import { beganWithCoupon, cellOf, openPrices, pricedService, replyText, subscriptionId } from './workbench-for-tests'

const service = pricedService()

const renewal = { action: 'renew', product: 'PLUS1', subscription: subscriptionId } as const
const workbench = (...options: Partial<Line>[][]): Workbench => ({
  ...emptyWorkbench,
  currencies: ['EUR'],
  options: options.map((lines, at) => ({
    key: `b-${at + 1}`,
    name: '',
    lines: lines.map((line, index) => newLine(`p-${index + 1}`, line)),
  })),
})
const receipt = () => screen.getByRole('region', { name: /^Receipt: / }).textContent

test('a renewal with a purchase replaces what they pay today, and is compared with it as one sum', async () => {
  openPrices(service, workbench([renewal, { product: 'BACKUP1' }]))
  const cell = await cellOf('A')
  expect(cell.textContent).toContain('23.00 EURone month4.00 more this month')
  expect(cell.textContent).toContain('replaces what they pay today, with the purchase on top')
  expect(cell.textContent).not.toContain('adds to')
  expect(receipt()).toContain('4.00 more this month against today.')
  expect(receipt()).toContain('This replaces what they pay today, and the purchase comes on top.')
  expect(await replyText()).toContain('That’s 4.00 EUR more for this month than you pay now.')
})

test('a renewal with a purchase for another term replaces it, too, and says why it is not compared', async () => {
  openPrices(service, workbench([renewal, { product: 'PLUS12' }], [{ product: 'PLUS12' }]))
  const cell = await cellOf('A')
  expect(cell.textContent).toMatch(/200\.00 EURdifferent termsreplaces what they pay today, with the purchase on top$/)
  expect(receipt()).toContain('the purchase comes on top. It isn’t compared, because its products have different terms.')
  expect((await cellOf('B')).textContent).toMatch(/15\.00 a monthadds to what they pay today$/)
})

test('a renewal of another subscription is not compared, and says so', async () => {
  openPrices(service, workbench([renewal], [{ ...renewal, subscription: '4ab9ff0c-a838-4084-83f1-97edc016c350' }]))
  expect((await cellOf('B')).textContent).toMatch(/one monthacts on another subscription$/)
})

test('less than renewing now, yet more than they last paid with a coupon, says both and never lets a saving stand out', async () => {
  service.orders = [beganWithCoupon]
  openPrices(service, workbench([{ ...renewal, discount: '5' }], [{ ...renewal, discount: '50' }]))
  const cell = await cellOf('A')
  await vi.waitFor(() =>
    expect(cell.textContent).toContain('saves 1.00 this month against renewing now1.00 more this month than they last paid'),
  )
  expect(cell.querySelector('.font-semibold')?.textContent).toBe('19.00')
  expect(cell.querySelectorAll('.font-semibold')).toHaveLength(1)
  expect(receipt()).toContain(
    'Saves 1.00 this month against renewing now. That’s 1.00 more this month than they last paid, which was 18.00 EUR with a discount.',
  )
  expect(await replyText()).not.toMatch(/less|saves/)
  const cheaper = await cellOf('B')
  expect(cheaper.querySelectorAll('.font-semibold')[1]?.textContent).toBe('saves 10.00 this month')
  expect(cheaper.textContent).not.toContain('last paid')
})
