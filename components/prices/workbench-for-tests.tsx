import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { sum } from '@/lib/core/money'
import { repliesKey } from '@/lib/operations/query-keys'
import { subscription as subscriptionSchema } from '@/lib/operations/schemas/subscription'
import type { PriceBody } from '@/lib/prices/price-body'
import type { PricingContext } from '@/lib/prices/pricing-context'
import type { Workbench } from '@/lib/prices/workbench'
import { ownJson } from '@/lib/testing/own-answers'
import { PriceWorkbench } from './price-workbench'

export const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
export const subscriptionId = '3ab9ff0c-a838-4084-83f1-97edc016c350'

const context: PricingContext = {
  merchant: { code: 'northwind', name: 'Northwind', timeZone: 'UTC' },
  buyer: { id: buyerId, email: null, country: 'GB', address: { address: '203.0.113.•••', source: 'history' } },
  products: [
    { code: 'PLUS1', name: 'Plus 1 month' },
    { code: 'BACKUP1', name: 'Backup 1 month' },
    { code: 'PLUS12', name: 'Plus 12 months' },
  ],
  recent: [],
  reads: { listSubscriptions: true, listDowngradeTargets: false },
  mayAct: null,
}

const months: Record<string, number> = { PLUS1: 1, BACKUP1: 1, PLUS12: 12 }
const lists: Record<string, string> = { PLUS1: '20.00', BACKUP1: '3.00', PLUS12: '180.00' }
const reduced: Record<number, Record<string, string>> = { 5: { '20.00': '19.00' }, 50: { '20.00': '10.00', '180.00': '90.00' } }

/** Prices as listed, and less than that with a discount. */
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
      const list = sum(lines.map(({ productCode }) => lists[productCode] ?? '0.00'))
      const total = sum(
        lines.map(({ productCode, discount }) => {
          const own = lists[productCode] ?? '0.00'
          return discount == null ? own : (reduced[discount]?.[own] ?? own)
        }),
      )
      const empty = { amount: null, dailyAmount: null, weeklyAmount: null, monthlyAmount: null, precheckAutocharge: null }
      return {
        bundleHashKey,
        totalAmount: { origin: list, discountsAndCoupons: '0.00', tax: '0.00', amountWithDiscountsAndCouponsAndTax: total },
        products: lines.map((each) => ({
          ...empty,
          code: each.productCode,
          productHashKey: each.productHashKey,
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

/** Their last renewal, without a discount. */
export const paid = {
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

const couponPrices = { amountWithDiscountAndCouponAndTax: '18.00', coupon: '2.00', couponCode: 'WELCOME10' }

/** What began the subscription, for 18.00 instead of 20.00. */
export const beganWithCoupon = { ...paid, type: 'checkout', products: [{ ...paid.products[0], prices: couponPrices }] }

/** A page of prices over a service with these prices, and what it was asked; tests change what the buyer has. */
export function pricedService() {
  const service = {
    asked: [] as PriceBody[],
    orders: [paid] as object[],
    isUnreadable: false,
    /** What the list of subscriptions is answered with; a throw is its refusal. */
    listed: (): unknown[] => [subscriptionSchema.parse(subscription)],
  }
  const initial = { ...service }
  beforeEach(() => {
    Object.assign(service, initial, { asked: [] })
    history.replaceState(null, '', `/buyers/${buyerId}/prices`)
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const path = String(input)
      if (path.endsWith('/products/bundles')) {
        const body = JSON.parse(String(init?.body)) as PriceBody
        service.asked.push(body)
        return ownJson({ data: priced(body), meta: {} })
      }
      if (path.includes('/orders') && service.isUnreadable) return new Response('<html>', { status: 500 })
      return ownJson(path.includes('/orders') ? { orders: service.orders, next: null } : {})
    })
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  return service
}

/** The page as it is opened, with a calculation where a link holds one; its prices may still be to come. */
export function openPrices(
  { listed }: Pick<ReturnType<typeof pricedService>, 'listed'>,
  initial: Workbench | null = null,
  reads = context.reads,
) {
  const queryFn = () => {
    const data = listed()
    return { data, meta: { total: data.length } }
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, queryFn } } })
  client.setQueryDefaults(repliesKey('northwind'), { staleTime: Number.POSITIVE_INFINITY })
  client.setQueryData(repliesKey('northwind'), { texts: [], agent: null })
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={client}>
        <PriceWorkbench
          context={{ ...context, reads }}
          initial={initial}
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
}

/** What the customer is told of the chosen price. */
export async function replyText() {
  const reply = await screen.findByRole('region', { name: 'What to tell the customer' })
  await vi.waitFor(() => {
    if (!reply.textContent?.includes('costs')) throw new Error('The sentences are still loading')
  })
  return reply.textContent
}

/** The cell of an option once it has a price. */
export const cellOf = (letter: string, column = 'EUR') =>
  screen.findByRole('button', { name: new RegExp(`^Show receipt of ${letter} in ${column}: [\\d,]+\\.\\d`) })
