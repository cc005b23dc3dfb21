import { BodyReader, refuseBadFields } from '../body-reader'
import { invalid } from '../errors'
import { isCouponCode, isDiscount, isLocale, isProductCode, isUuid } from '../formats'
import { type Currency, isCurrency } from '../money'

export type Action = 'purchase' | 'renew' | 'upgrade' | 'downgrade'
const actions: readonly string[] = ['purchase', 'renew', 'upgrade', 'downgrade'] satisfies Action[]
const isAction = (text: string): text is Action => actions.includes(text)

export type LineRequest = {
  productHashKey: string
  action: Action
  productCode: string
  couponCode: string | null
  discountPercent: string
  quantity: number
  subscriptionId: string | null
  daily: boolean
  weekly: boolean
  monthly: boolean
}

export type PriceRequest = {
  currency: Currency | null
  locale: string
  isMobile: boolean
  bundles: { bundleHashKey: string; lines: LineRequest[] }[]
}

/** Reads the body of service-facts 2.12 and holds it to rules 1 to 3 of service-interface, endpoint 9. */
export function readPriceRequest(given: unknown): PriceRequest {
  const body = new BodyReader(given)
  const isMobile = body.flag('isMobile')
  const currency = body.optionalText('currency', { is: isCurrency, as: 'a currency of this service' })
  const locale = body.optionalText('locale', { is: isLocale, as: 'an ISO 639 set 1 code' }) ?? 'en'
  const bundleKeys = new Set<string>()
  const subscriptions = new Set<string>()
  const bundles = body.entries('bundles').map((bundle) => {
    const bundleHashKey = uniqueText(bundle, 'bundleHashKey', bundleKeys)
    const lineKeys = new Set<string>()
    return { bundleHashKey, lines: bundle.entries('products').map((line) => readLine(line, lineKeys, subscriptions)) }
  })
  refuseBadFields(body, invalid)
  return { currency: isCurrency(currency) ? currency : null, locale, isMobile, bundles }
}

function readLine(line: BodyReader, lineKeys: Set<string>, subscriptions: Set<string>): LineRequest {
  const named = line.text('actionName', { is: isAction, as: 'one of purchase, renew, upgrade and downgrade' })
  const action = isAction(named) ? named : 'purchase'
  const discount = line.optionalNumber('discount', isDiscount, 'a percentage from 0.01 to 99.99')
  return {
    productHashKey: uniqueText(line, 'productHashKey', lineKeys),
    action,
    productCode: line.text('productCode', { is: isProductCode, as: 'a product code' }),
    couponCode: line.optionalText('couponCode', { is: isCouponCode, as: 'a coupon code' }),
    discountPercent: String(discount ?? 0),
    ...(action === 'purchase' ? readPurchase(line) : readChange(line, subscriptions)),
    ...readBreakdown(line, action),
  }
}

function uniqueText(reader: BodyReader, name: string, seen: Set<string>): string {
  const text = reader.text(name)
  if (seen.has(text)) reader.reject(name, 'Must be unique.')
  seen.add(text)
  return text
}

/** Rule 2. That a purchase is refused with a subscription, and the others with a quantity, is inferred (2.12). */
function readPurchase(line: BodyReader) {
  if (line.has('subscriptionId')) line.reject('subscriptionId', 'A purchase has no subscription.')
  const isQuantity = (value: number) => Number.isInteger(value) && value >= 1 && value <= 10
  return { subscriptionId: null, quantity: line.optionalNumber('quantity', isQuantity, 'a whole number from 1 to 10') ?? 1 }
}

/** Rule 1: a subscription occurs once in a request, whatever is done to it. */
function readChange(line: BodyReader, subscriptions: Set<string>) {
  if (line.has('quantity')) line.reject('quantity', 'Only a purchase has a quantity.')
  const subscriptionId = line.text('subscriptionId', { is: isUuid, as: 'a uuid in lower case' })
  if (subscriptions.has(subscriptionId)) line.reject('subscriptionId', 'A subscription can occur only once.')
  subscriptions.add(subscriptionId)
  return { subscriptionId, quantity: 1 }
}

/** Rule 3: no breakdown for upgrade and downgrade. */
function readBreakdown(line: BodyReader, action: Action) {
  const flags = line.nested('priceCalculationType')
  const breakdown = { daily: flags.flag('dailyAmount'), weekly: flags.flag('weeklyAmount'), monthly: flags.flag('monthlyAmount') }
  const isAsked = breakdown.daily || breakdown.weekly || breakdown.monthly
  if (isAsked && (action === 'upgrade' || action === 'downgrade')) {
    line.reject('priceCalculationType', 'Must not be enabled for upgrade and downgrade.')
  }
  return breakdown
}
