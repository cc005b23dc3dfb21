import type { createInitialOrder as operation } from '../index'
import type { BodyOf } from '../operation'
import { type CommandEffects, noWayBack, undated } from './command-effects'
import { made } from './rows'

type Order = BodyOf<typeof operation>

/** service-interface, Create initial order; service-facts 2.11. It returns a payment address and takes no money by itself (4). */
export const createInitialOrder: CommandEffects<Order> = {
  foresee: ({ body: { products = [], discount, currency, buyer } }) => ({
    rows: [
      ...products.map((product) => made('product', 'Product', productWords(product))),
      ...(discount ? [made('discount', 'Discount', `${discount} %`)] : []),
      ...(currency ? [made('currency', 'Currency', currency)] : []),
      ...(buyer ? [made('email', 'E-mail', buyer.email)] : []),
    ],
    later: [
      undated('It makes a payment link and takes no money itself. The buyer is charged only by paying on its page.'),
      ...(products.some(({ autochargeStatus }) => autochargeStatus !== false)
        ? [undated('Once paid, autocharge may charge later terms.')]
        : []),
    ],
    warnings: [
      'Each time it is sent it makes another order and another link.',
      'How long the link can be used is not documented.',
    ],
  }),

  wayBack: () => noWayBack('An order cannot be withdrawn from here. Where the link is not given away, nothing is paid with it.'),
}

function productWords({ productCode, quantity, couponCode, customPrice, autochargeStatus }: Order['products'][number]): string {
  const more = [
    couponCode ? `coupon ${couponCode}` : null,
    customPrice ? `own price ${customPrice}` : null,
    typeof autochargeStatus === 'boolean' ? `autocharge ${autochargeStatus ? 'on' : 'off'}` : null,
  ]
  return [quantity && quantity > 1 ? `${quantity} × ${productCode}` : productCode, ...more].filter(Boolean).join(', ')
}
