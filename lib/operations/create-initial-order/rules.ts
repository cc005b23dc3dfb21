import { masked } from '@/lib/core/masking'
import { type CommandRules, type Completed, cannotUndo, never, undated } from '../declare/command-rules'
import type { BodyOf } from '../declare/operation'
import { made } from '../effects/rows'
import type { createInitialOrder as operation } from './operation'
import { orderMark } from './order-mark'

type Order = BodyOf<typeof operation>

/** service-interface, Create initial order; service-facts 2.11. It returns a payment address and takes no money by itself (4). */
export const rules: CommandRules<typeof operation> = {
  predict: ({ body: { products = [], discount, currency, sequence, buyer, isMobile, returnUrl, metaData, buyerMeta } }) => ({
    rows: [
      ...products.map((product) => made('product', 'Product', describeProduct(product))),
      ...(discount ? [made('discount', 'Discount', `${discount}%`, discount)] : []),
      ...couponRow(products),
      ...(currency ? [made('currency', 'Currency', currency)] : []),
      ...(buyer ? [made('email', 'E-mail', buyer.email)] : []),
      ...(buyer?.locale ? [made('locale', 'Locale', buyer.locale)] : []),
      // Somebody else may have filled these in, so whoever sends or approves the order sees where the buyer goes and what is kept of them.
      ...(returnUrl ? [made('returnUrl', 'Return address', returnUrl)] : []),
      ...(isMobile ? [made('isMobile', 'Checkout', 'on a mobile device')] : []),
      ...(sequence ? [made('sequence', 'Sequence', sequence, sequence)] : []),
      ...entriesOf({ metaData }).map((entry) => made('metaData', 'Metadata', describeEntry(entry))),
      ...entriesOf({ buyerMeta }).map((entry) => made('buyerMeta', 'Buyer metadata', describeEntry(entry))),
    ],
    later: [
      undated('Creating the link charges nothing. The buyer is charged when they pay on the page.'),
      ...(products.some(({ autochargeStatus }) => autochargeStatus !== false)
        ? [undated('After the first payment, autocharge may charge later terms.')]
        : []),
    ],
    warnings: [
      'Each time you send this, it creates another order and another link.',
      'The link may expire. If it stops working, create another.',
    ],
  }),

  undo: () => cannotUndo('You can’t cancel an order here. If you don’t share the link, nothing is paid with it.'),

  refuses: never,

  async completes(body, { actionId, returnUrlHosts: hosts, emailOf }) {
    const { buyerId, ...order } = body
    if (hosts.length > 0 && !hosts.includes(new URL(order.returnUrl).host))
      return wrong('returnUrl', `Use one of these hosts: ${hosts.join(', ')}`)
    if (order.buyer && buyerId !== undefined)
      return wrong('buyerId', 'Use either this or the buyer. An order is for one of them.')
    const marked = { ...order, metaData: { ...order.metaData, [orderMark]: actionId } }
    if (buyerId === undefined) return { body: marked }
    const email = await emailOf(buyerId)
    if (email === null) return wrong('buyerId', 'We don’t know this buyer’s e-mail address. Enter it.')
    return { body: { ...marked, buyer: { email } } }
  },

  mustWait: never,
  neverAgain: never,
  // createInitialOrder returns no buyer id, so its answer yields no facts.
  learns: () => ({ buyerId: null, facts: [] }),
  check: 'getChargeHistory',
  heardAs: [],
  provenBy: ({ orderOf }, { actionId }) => orderOf === actionId,
}

/** Which coupons were sent: the answer names one of them. */
function couponRow(products: Order['products']) {
  const codes = [...new Set(products.flatMap(({ couponCode }) => couponCode ?? []))]
  return codes.length === 0 ? [] : [made('coupon', codes.length === 1 ? 'Coupon' : 'Coupons', codes.join(', '), codes)]
}

/**
 * What is given in a map beside our own mark, which is new each time. It's masked here, by the names in it, because a row has them in its
 * text, where nobody finds them any more.
 */
const entriesOf = (named: Pick<Order, 'metaData' | 'buyerMeta'>) =>
  Object.values(masked(named)).flatMap((map) => Object.entries(map ?? {}).filter(([key]) => key !== orderMark))

/** A value may be anything that JSON can say, and all of it is sent. */
const describeEntry = ([key, value]: [string, unknown]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`

function describeProduct({
  productCode,
  quantity,
  couponCode,
  customPrice,
  autochargeStatus,
}: Order['products'][number]): string {
  const more = [
    couponCode ? `coupon ${couponCode}` : null,
    customPrice ? `custom price ${customPrice}` : null,
    typeof autochargeStatus === 'boolean' ? `autocharge ${autochargeStatus ? 'on' : 'off'}` : null,
  ]
  return [quantity && quantity > 1 ? `${quantity} × ${productCode}` : productCode, ...more].filter(Boolean).join(', ')
}

const wrong = (field: string, title: string): Completed => ({ wrong: { fields: [{ field, title }] } })
