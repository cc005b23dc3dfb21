// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { subscription as subscriptionSchema } from '@/lib/operations/schemas/subscription'
import type { PriceBody } from '@/lib/prices/price-body'
import type { PricingContext } from '@/lib/prices/pricing-context'
import { PriceWorkbench } from './price-workbench'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'
const context: PricingContext = {
  merchant: { code: 'northwind', name: 'Northwind', timeZone: 'UTC' },
  buyer: { id: buyerId, email: null, country: 'NL', address: { address: '203.0.113.•••', source: 'history' } },
  products: [
    { code: 'PLUS1', name: 'Plus 1 month' },
    { code: 'PLUS12', name: 'Plus 12 months' },
  ],
  recent: [],
  reads: { listSubscriptions: true, listDowngradeTargets: false },
  mayAct: null,
}

const months: Record<string, number> = { PLUS1: 1, PLUS12: 12 }
const lists: Record<string, string> = { PLUS1: '20.00', PLUS12: '180.00' }
const halved: Record<string, string> = { '20.00': '10.00', '180.00': '90.00' }
const asked: PriceBody[] = []
let orders: object[] = []
let isUnreadable = false

/** Prices as listed, and half of that with a discount. */
function priced({ currency = 'EUR', bundles }: PriceBody) {
  const products = bundles.flatMap((bundle) => bundle.products)
  return {
    currency,
    tax: null,
    chargeMethods: [],
    products: products.map(({ productCode }) => ({
      code: productCode,
      name: context.products.find(({ code }) => code === productCode)?.name,
      durationMonths: months[productCode],
    })),
    bundles: bundles.map(({ bundleHashKey, products: lines }) => {
      const [line] = lines
      const list = lists[line?.productCode ?? ''] ?? '0.00'
      const total = line && 'discount' in line ? halved[list] : list
      const empty = { amount: null, dailyAmount: null, weeklyAmount: null, monthlyAmount: null, precheckAutocharge: null }
      return {
        bundleHashKey,
        totalAmount: { origin: list, discountsAndCoupons: '0.00', tax: '0.00', amountWithDiscountsAndCouponsAndTax: total },
        products: lines.map((each) => ({
          ...empty,
          code: each.productCode,
          action: each.actionName,
          quantity: null,
        })),
      }
    }),
  }
}

const subscription = {
  ...{ id: subscriptionId, status: 'active', autoChargeStatus: true, statusInfo: [] },
  product: { id: 'p', code: 'PLUS1', name: 'Plus 1 month', durationMonths: 1 },
}
const paid = {
  orderId: 'Wq7LmR2x',
  type: 'autocharge',
  createdAt: '2026-11-04 10:00:00',
  currency: 'EUR',
  charges: [
    { id: 'c', status: 'settled', amount: '19.00', currency: 'EUR', target: 'original', createdAt: '2026-11-04 10:00:00' },
  ],
  products: [
    { id: 'p', code: 'PLUS1', name: 'Plus 1 month', quantity: 1, prices: { amountWithDiscountAndCouponAndTax: '19.00' } },
  ],
  totalPrices: null,
}

beforeEach(() => {
  asked.length = 0
  orders = [paid]
  isUnreadable = false
  history.replaceState(null, '', `/buyers/${buyerId}/prices`)
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = String(input)
    if (path.endsWith('/products/bundles')) {
      const body = JSON.parse(String(init?.body)) as PriceBody
      asked.push(body)
      return Response.json({ data: priced(body), meta: {} })
    }
    if (path.includes('/orders') && isUnreadable) return new Response('<html>', { status: 500 })
    return Response.json(path.includes('/orders') ? { orders, next: null } : {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page as it is opened, without a link. */
async function opened(column = 'EUR') {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, queryFn: () => ({ data: [subscriptionSchema.parse(subscription)], meta: { total: 1 } }) },
    },
  })
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={client}>
        <PriceWorkbench
          context={context}
          initial={null}
          isBroken={false}
          header={({ at, isAsking, again }) => (
            <button type="button" onClick={again}>
              {at > 0 && !isAsking ? `Refresh, priced at ${at}` : 'Refresh'}
            </button>
          )}
        />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  )
  await screen.findByRole('button', { name: new RegExp(`^Show receipt of A in ${column}: 20\\.00`) })
}
const sent = () => asked.map(({ currency, bundles }) => [currency, bundles.map(({ bundleHashKey }) => bundleHashKey)])
const rest = () => act(() => new Promise((next) => setTimeout(next, 0)))

test('it begins with the buyer’s own renewal against their last charge, in one request', async () => {
  await opened()
  expect(sent()).toEqual([['EUR', ['b-1']]])
  const [today, own] = screen.getAllByRole('row').slice(1)
  expect(today?.textContent).toContain('What they pay today, autocharge on19.00 EURpaid 4 Nov 2026one month')
  expect(own?.textContent).toContain('20.00 EURone month1.00 more this month')
  expect(screen.getByRole('region', { name: /^Receipt: Plus 1 month/ }).textContent).toContain(
    '1.00 more this month against today.',
  )
})

test('the header knows when prices were asked for, and asks for all of them again', async () => {
  const before = Date.now()
  await opened()
  const refresh = await screen.findByRole('button', { name: /^Refresh, priced at/ })
  expect(Number(refresh.textContent?.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(before)
  fireEvent.click(refresh)
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      ['EUR', ['b-1']],
      ['EUR', ['b-1']],
    ]),
  )
})

test('what began the subscription with a coupon is told as that, and renewing it now is what is compared with', async () => {
  const prices = { amountWithDiscountAndCouponAndTax: '18.00', coupon: '2.00', couponCode: 'WELCOME10' }
  orders = [{ ...paid, type: 'checkout', products: [{ ...paid.products[0], prices }] }]
  await opened()
  const [today, own] = screen.getAllByRole('row').slice(1)
  await vi.waitFor(() =>
    expect(today?.textContent).toContain(
      'What renewing costs now, autocharge on20.00 EURpriced now, last paid 18.00 EUR with a discountone month',
    ),
  )
  expect(own?.textContent).toContain('20.00 EURone monthsame price')
  expect(screen.getByRole('region', { name: /^Receipt: Plus 1 month/ }).textContent).toContain('Same price as renewing now.')
  expect((await screen.findByRole('region', { name: 'What to tell the customer' })).textContent).not.toContain('than you pay now')
})

test('a charge history that cannot be read is said, with what it means for the comparison, until it is read', async () => {
  isUnreadable = true
  await opened('the buyer’s currency')
  expect(screen.getByText(/^We couldn’t read the charge history, so we don’t know what they last paid\./)).toBeTruthy()
  isUnreadable = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(screen.queryByText(/^We couldn’t read/)).toBeNull())
})

test('slid from place to place a discount is asked for once, and the old price is told to be old until then', async () => {
  await opened()
  const slider = screen.getByRole('slider', { name: 'Common discount' })
  for (const value of ['10', '25', '50']) fireEvent.change(slider, { target: { value } })
  const cell = screen.getByRole('button', { name: /^Show receipt of A in EUR/ })
  expect([cell.textContent?.includes('20.00'), asked.length]).toEqual([true, 1])
  await vi.waitFor(() => expect(cell.textContent).toContain('saves 9.00 this month'))
  expect(asked.slice(1).map(({ bundles }) => bundles[0]?.products[0])).toMatchObject([{ discount: 50 }])
  fireEvent.change(screen.getByLabelText('Common discount, %'), { target: { value: '100' } })
  expect(screen.getByText(/^Enter a percentage from 0.01 to 99.99/)).toBeTruthy()
  await rest()
  expect(asked).toHaveLength(2)
})

test('currencies pasted together are columns, in which today is priced now in the request that the rules force', async () => {
  await opened()
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'usd, gbp' } })
  await screen.findByRole('button', { name: /^Show receipt of A in GBP: 20\.00/ })
  await vi.waitFor(() => expect(screen.getByText(/^5 prices, 4 requests, /)).toBeTruthy())
  expect(sent().slice(1).toSorted()).toEqual([
    ['GBP', ['b-1']],
    ['GBP', ['today']],
    ['USD', ['b-1']],
    ['USD', ['today']],
  ])
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('20.00 USDpriced nowone month')
})

test('an option is added, typed and priced beside the others, which are not asked again', async () => {
  await opened()
  fireEvent.click(screen.getAllByRole('button', { name: 'Add an option' })[0] as HTMLElement)
  const drawer = await screen.findByRole('dialog', { name: 'Edit option B: Nothing chosen yet' })
  const product = within(drawer).getByLabelText('Product')
  expect(document.activeElement).toBe(product)
  fireEvent.change(product, { target: { value: 'PLUS12' } })
  fireEvent.click(within(drawer).getByRole('button', { name: 'Done' }))
  const price = await screen.findByRole('button', { name: /^Show receipt of B in EUR: 180\.00/ })
  expect(price.textContent).toContain('15.00 a monthadds to what they pay today')
  expect(sent()).toEqual([
    ['EUR', ['b-1']],
    ['EUR', ['b-2']],
  ])
  fireEvent.keyDown(price, { key: 'ArrowUp' })
  expect(document.activeElement?.textContent).toMatch(/^Show receipt of A in EUR/)
  expect(screen.getByRole('region', { name: /^Receipt: Plus 1 month/ })).toBeTruthy()
})
