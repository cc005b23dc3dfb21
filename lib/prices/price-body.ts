import { wireNumber } from '@/lib/core/money'
import { byAddress, hasBreakdown, type Line, type Option, type Workbench } from './workbench'

type Setting = Pick<Workbench, 'locale' | 'isMobile'>

/** The request for some options in one currency, as our handler takes it: service-facts 2.12, in the documented order of its fields. */
export function priceBody(options: readonly Option[], currency: string, { locale, isMobile }: Setting) {
  return {
    isMobile,
    ...(currency === byAddress ? {} : { currency }),
    ...(locale.trim() === '' ? {} : { locale: locale.trim() }),
    bundles: options.map(({ key, lines }) => ({ bundleHashKey: key, products: lines.map(lineBody) })),
  }
}

export type PriceBody = ReturnType<typeof priceBody>

function lineBody({ key, action, product, quantity, subscription, discount, coupon, per }: Line) {
  const asks = (part: Line['per'][number]) => hasBreakdown(action) && per.includes(part)
  return {
    productHashKey: key,
    actionName: action,
    productCode: product.trim(),
    ...(action === 'purchase'
      ? { quantity: Number.parseInt(quantity, 10) }
      : { subscriptionId: subscription.trim().toLowerCase() }),
    ...(discount.trim() === '' ? {} : { discount: wireNumber(discount.trim()) }),
    ...(coupon.trim() === '' ? {} : { couponCode: coupon.trim() }),
    priceCalculationType: { dailyAmount: asks('day'), weeklyAmount: asks('week'), monthlyAmount: asks('month') },
  }
}

/** What an answer for one option in one currency rests on: as long as this is the same, the answer is of what is on screen. */
export const askedOf = (option: Option, currency: string, setting: Setting, buyer: string, address: string): string =>
  JSON.stringify([priceBody([{ ...option, key: '' }], currency, setting), buyer, address.trim()])

/** An option under its own key, with the lines of the first other that has the same price, so that both are one thing to ask. */
export function askedAs(option: Option, others: readonly Option[]): Option {
  const same = others.find((other) => priced(other) === priced(option))
  return same ? { ...option, lines: same.lines } : option
}

/** What its price depends on: neither its keys nor the parts of time that it's broken down into. */
const priced = ({ lines }: Option) => JSON.stringify(lines.map((line) => lineBody({ ...line, key: '', per: [] })))
