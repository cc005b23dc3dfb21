import { wireNumber } from '@/lib/core/money'
import type { OrderLine, OrderValues, Pair } from './order-values'

/**
 * The body of an order as its schema wants it: what is left empty is left out. A number that is none stays the text it is, so that the
 * schema says what is wrong with it.
 */
export function orderBody(values: OrderValues): Record<string, unknown> {
  const { products, currency, discount, sequence, returnUrl, metaData, buyerMeta, buyerId, email, locale, isMobile } = values
  return {
    isMobile,
    ...given('currency', currency),
    ...(discount.trim() === '' ? {} : { discount: numberOf(discount) }),
    ...given('sequence', sequence),
    ...pairs('metaData', metaData),
    ...pairs('buyerMeta', buyerMeta),
    returnUrl: returnUrl.trim(),
    products: products.map(lineBody),
    ...(buyerId === '' ? { buyer: { email: email.trim(), ...given('locale', locale) } } : { buyerId }),
  }
}

function lineBody({ productCode, quantity, couponCode, customPrice, autocharge }: OrderLine) {
  return {
    productCode: productCode.trim(),
    ...given('couponCode', couponCode),
    ...(quantity.trim() === '' ? {} : { quantity: numberOf(quantity) }),
    ...(customPrice.trim() === '' ? {} : { customPrice: numberOf(customPrice) }),
    ...(autocharge === '' ? {} : { autochargeStatus: autocharge === 'on' }),
  }
}

const numberOf = (text: string): number | string => wireNumber(text.trim()) ?? text.trim()

const given = (name: string, text: string) => (text.trim() === '' ? {} : { [name]: text.trim() })

function pairs(name: string, given: readonly Pair[]) {
  const named = given.filter((pair) => pair.name.trim() !== '')
  return named.length === 0 ? {} : { [name]: Object.fromEntries(named.map((pair) => [pair.name.trim(), pair.value])) }
}

/** Where a field of the body stands in the form. */
export function fieldOfForm(path: string): string {
  const dotted = path.replaceAll(/\[(\w+)\]/g, '.$1')
  if (dotted.startsWith('buyer.')) return dotted.slice('buyer.'.length)
  return dotted.replace(/\.autochargeStatus$/, '.autocharge')
}

/**
 * Names in braces in a return address for which no entry is given. How placeholders are written is not documented
 * (service-facts 2.11), so this is a hint and never a refusal.
 */
export function strangersIn(returnUrl: string, entries: readonly Pair[]): string[] {
  const known = new Set(entries.map(({ name }) => name.trim()))
  const query = returnUrl.slice(returnUrl.indexOf('?') + 1)
  if (query === returnUrl) return []
  const names = [...query.matchAll(/(?:\{|%7B)+\s*(?:metaData\.|buyerMeta\.)?([\w-]+)\s*(?:\}|%7D)+/gi)].map(
    ([, name = '']) => name,
  )
  return [...new Set(names)].filter((name) => !known.has(name))
}

/** Names that stand twice among entries, of which only the last would be sent. */
export const duplicatesIn = (entries: readonly Pair[]): string[] =>
  entries.map(({ name }) => name.trim()).filter((name, at, all) => name !== '' && all.indexOf(name) < at)
