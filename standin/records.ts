import type { Currency } from './money'

/** What the stand-in remembers. Field names and spellings are the service's; values nobody documented are allowed everywhere. */
export type Buyer = {
  id: string
  merchantCode: string
  email: string
  country: string
  zip: string | null
  state: string | null
  locale: string | null
  buyerMeta: Record<string, unknown>
  subscriptions: Subscription[]
  chargeMethods: ChargeMethod[]
  /** Oldest first. */
  orders: Order[]
}

export type StatusEntry = { status: string; reason: string; createdAt: string }

export type Subscription = {
  id: string
  startDate: string
  endDate: string
  status: string
  autoChargeStatus: boolean
  isManual: boolean
  createdAt: string
  statusInfo: StatusEntry[]
  /** Left out where a story shows that the service sometimes leaves it out (D35). */
  freezeDetails?: { frozenAt: string; unfreezeAt: string } | null
  productId: string
  /** The payment method a renewal is charged to; `null` for none. */
  chargeMethodId: string | null
  currency: Currency
}

export type ChargeMethod = {
  id: string
  paymentMethodType: string
  /** A digest, never a mask (service-facts 3.2). */
  paymentMethodIdentifier: string
  value: string
  tokens: Token[]
}

export type Token = {
  id: number
  provider: string
  mid: string
  bin: string
  chargeId: string
  isEnabled: boolean
  createdAt: string
  updatedAt: string
  successfullyUsedAt: string
}

export type BillingInfo = {
  firstName: string
  lastName: string
  ipAddress: string
  fingerprint: string
  personalIdValue: string | null
  personalIdType: string | null
  country: string
  city: string
  zip: string | null
  state: string | null
  street: string | null
}

export type PaymentMethod = {
  type: string
  data: {
    bin: string
    lastFourDigits: string
    brand: string
    riskSegments: { type: string; riskSegment: string }[]
    issuer: string | null
    cardType: string
    cardLevel: string | null
    isoCountryName: string
    isoATwo: string
  } | null
}

export type Charge = {
  chargeId: string
  providerTransaction: string | null
  has3ds: boolean
  code?: string | null
  amountInUsd: string
  amount: string
  /** In no document; a story shows what it would do. */
  currency?: string
  createdAt: string
  billingInfo?: BillingInfo | null
  paymentMethod: PaymentMethod
  descriptor: string | null
  provider: string | null
  mid: string | null
  target: string
  status: string
}

export type OrderProduct = {
  durationDays: string
  durationWeeks: string
  durationMonths: string
  isTrial: boolean
  availableForPurchase: boolean
  availableForShop: boolean
  availableForControlPanel: boolean
  availableForAutocharge: boolean
  actionType: string
  id: string
  code: string
  name: string
  quantity: string | number
  prices: Record<string, string | null>
}

export type Order = {
  orderId: string
  createdAt: string
  charges: Charge[]
  products: OrderProduct[]
  totalPrices: Record<string, string>
  type: string
  currency: string
  subbrand: string | null
}
