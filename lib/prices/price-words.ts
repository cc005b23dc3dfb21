import type { PriceResult } from '../operations/schemas/price-result'
import type { PricedLine } from './receipt'

/** Type and country of the tax as given; null where there is no tax information (service-facts D54). */
export function describeTax(tax: PriceResult['tax']): string | null {
  return [tax?.type, tax?.country].filter(Boolean).join(', ').toUpperCase() || null
}

/** Whether autocharge is offered to the buyer, and how it is set; null where it is not told. */
export function describePrecheck({ precheckAutocharge: check }: PricedLine): string | null {
  if (!check || (check.isShown === null && check.isPrechecked === null)) return null
  const shown = check.isShown === null ? 'Autocharge' : check.isShown ? 'Autocharge offered' : 'Autocharge not offered'
  if (check.isPrechecked === null) return shown
  return `${shown}, ${check.isPrechecked ? 'preselected' : 'not preselected'}`
}

/** What people call a product: `name` may hold an opaque text (service-facts D57). */
export const productName = (products: PriceResult['products'], code: string | null): string =>
  productNameGiven(products, code) ?? 'Unnamed product'

/** The same for who writes in another language: null where the service names nothing. */
export function productNameGiven(products: PriceResult['products'], code: string | null): string | null {
  const found = products.find((product) => product.code === code)
  return found?.nameByLocale ?? readable(found?.name) ?? code
}

/** A product as often as it is bought: as the answer says, else as it was asked for, because the service may leave that out (service-facts D50). */
export function describeTimes({ quantity }: Pick<PricedLine, 'quantity'>, asked: number | undefined, name: string): string {
  const times = quantity ?? asked ?? 1
  return times > 1 ? `${times} × ${name}` : name
}

const readable = (name: string | null | undefined) => (name && !/^v\d+-[\w+/=-]{12,}$/.test(name) ? name : null)

/** The parts of time a line is also priced by, with what is paid in each. */
export function perPart(line: PricedLine) {
  const parts = [
    ['day', line.dailyAmount],
    ['week', line.weeklyAmount],
    ['month', line.monthlyAmount],
  ] as const
  return parts.flatMap(([part, amount]) => (amount === null ? [] : [{ part, amount }]))
}
