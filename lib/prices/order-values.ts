export type OrderLine = {
  productCode: string
  quantity: string
  couponCode: string
  customPrice: string
  /** Empty: the service's own setting decides (service-facts 2.11). */
  autocharge: '' | 'on' | 'off'
}

export type Pair = { name: string; value: string }

/** A new order as it is typed: every field is text until it is sent. */
export type OrderValues = {
  products: OrderLine[]
  currency: string
  discount: string
  sequence: string
  returnUrl: string
  metaData: Pair[]
  buyerMeta: Pair[]
  /** A buyer whose e-mail we know and don't show; empty where one is typed. */
  buyerId: string
  email: string
  locale: string
  isMobile: boolean
  analyticsClientId: string
}

export const emptyLine: OrderLine = { productCode: '', quantity: '1', couponCode: '', customPrice: '', autocharge: '' }

export const emptyOrder: OrderValues = {
  products: [emptyLine],
  currency: '',
  discount: '',
  sequence: '',
  returnUrl: '',
  metaData: [],
  buyerMeta: [],
  buyerId: '',
  email: '',
  locale: '',
  isMobile: false,
  analyticsClientId: '',
}

type PricedLine = {
  productCode: string
  actionName: string
  quantity?: number
  couponCode?: string | undefined
  discount?: number | undefined
}

/**
 * An order for what was priced. One discount holds for a whole order (service-interface, Create initial order), so lines with different
 * ones cannot become an order; neither can what acts on a subscription, because its payment page would sell another one. Null then.
 */
export function orderOf(lines: readonly PricedLine[], currency: string): Partial<OrderValues> | null {
  if (lines.some(({ actionName }) => actionName !== 'purchase')) return null
  const discounts = [...new Set(lines.map(({ discount }) => discount ?? null))]
  if (discounts.length !== 1) return null
  const [discount] = discounts
  return {
    currency,
    discount: discount == null ? '' : String(discount),
    products: lines.map(({ productCode, quantity = 1, couponCode = '' }) => ({
      ...emptyLine,
      productCode,
      couponCode,
      quantity: String(quantity),
    })),
  }
}
