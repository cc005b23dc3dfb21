import * as z from 'zod/mini'
import { moves } from './price-actions'
import { couponCode, currency, discount, filled, locale, productCode, uuid, whole } from './scalars'

const key = filled(64, 'Send a key')
const off = z.literal(false, 'Upgrades and downgrades have no price breakdown')
const noBreakdown = { dailyAmount: false, weeklyAmount: false, monthlyAmount: false } as const

const priced = { productHashKey: key, productCode, couponCode: z.optional(couponCode), discount: z.optional(discount) }

const breakdown = z.strictObject({ dailyAmount: z.boolean(), weeklyAmount: z.boolean(), monthlyAmount: z.boolean() })

const purchase = z.strictObject({
  ...priced,
  actionName: z.literal('purchase'),
  quantity: z._default(whole(1, 10), 1), // D51
  priceCalculationType: z._default(breakdown, noBreakdown),
})

const renew = z.strictObject({
  ...priced,
  actionName: z.literal('renew'),
  subscriptionId: uuid,
  priceCalculationType: z._default(breakdown, noBreakdown),
})

const change = z.strictObject({
  ...priced,
  actionName: z.enum(moves),
  subscriptionId: uuid,
  priceCalculationType: z._default(z.strictObject({ dailyAmount: off, weeklyAmount: off, monthlyAmount: off }), noBreakdown),
})

const product = z.discriminatedUnion('actionName', [purchase, renew, change], 'Choose purchase, renew, upgrade or downgrade')

/** An option: products that are priced together. */
export const bundleRequest = z.strictObject({
  bundleHashKey: key,
  products: z.array(product).check(z.minLength(1, 'Add a product')),
})

const bundle = bundleRequest.check(({ value, issues }) => {
  for (const at of repeated(value.products.map((each) => each.productHashKey))) {
    issues.push({
      code: 'custom',
      input: value,
      path: ['products', at, 'productHashKey'],
      message: 'Another product in this bundle has this key',
    })
  }
})

/**
 * What prices are asked for (service-facts 2.12; service-interface, prices for oneclick, rules 1 to 4).
 * A subscription stands at most once in a request; breakdowns only for purchase and renew.
 */
export const priceRequest = z
  .strictObject({
    isMobile: z.boolean('Choose whether the buyer is on a mobile device'),
    currency: z.optional(currency),
    locale: z.nullish(locale),
    bundles: z.array(bundle).check(z.minLength(1, 'Add a bundle')),
  })
  .check(({ value, issues }) => {
    for (const at of repeated(value.bundles.map((each) => each.bundleHashKey))) {
      issues.push({
        code: 'custom',
        input: value,
        path: ['bundles', at, 'bundleHashKey'],
        message: 'Another bundle has this key',
      })
    }
    const actions = value.bundles.flatMap(({ products }, inBundle) =>
      products.map((each, index) => ({
        path: ['bundles', inBundle, 'products', index, 'subscriptionId'],
        id: 'subscriptionId' in each ? each.subscriptionId : null,
      })),
    )
    for (const at of repeated(actions.map(({ id }) => id))) {
      const message = 'A subscription can appear only once per request. Price its other option separately.'
      issues.push({ code: 'custom', input: value, path: actions[at]?.path ?? [], message })
    }
  })

export type PriceRequest = z.output<typeof priceRequest>

/** Where a value stands that stood before; nulls do not count. */
function repeated(values: readonly (string | null)[]): number[] {
  return values.flatMap((value, index) => (value !== null && values.indexOf(value) < index ? [index] : []))
}
