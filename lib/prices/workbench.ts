import { actionLabels, moves, moveWithTargets, type PriceAction } from '@/lib/operations/schemas/price-actions'

export { actionLabels, type PriceAction }
export const priceActions = Object.keys(actionLabels) as PriceAction[]

export const parts = ['day', 'week', 'month'] as const
export type Part = (typeof parts)[number]

/**
 * A line as it is typed. What another action needs stays beside, so that choosing it again brings it back; only what the action takes
 * is sent (service-facts 2.12).
 */
export type Line = {
  /** Unique in its option; goes out as productHashKey. */
  key: string
  action: PriceAction
  product: string
  quantity: string
  subscription: string
  discount: string
  coupon: string
  per: readonly Part[]
}

/** One row of the comparison: a bundle. Its key goes out as bundleHashKey. */
export type Option = { key: string; name: string; lines: readonly Line[] }

/** The empty currency: the one the service recommends by the buyer's address. */
export const byAddress = ''

/** Everything a calculation consists of, and nothing personal: it stands in the address. */
export type Workbench = {
  options: readonly Option[]
  currencies: readonly string[]
  /** Key of the option the others are compared with; null for what the buyer pays today. */
  baseline: string | null
  /** In percent, for every line without a discount of its own; empty for none. */
  discount: string
  locale: string
  isMobile: boolean
}

export const hasBreakdown = (action: PriceAction) => action === 'purchase' || action === 'renew'

/** Whether it moves a subscription to another product, so that a part of the price is paid already. */
export const isMove = (action: string | null): boolean => moves.some((move) => move === action)

/** Whether the service lists the products that it can move a subscription to. */
export const hasTargets = (action: PriceAction): boolean => action === moveWithTargets

export const newLine = (key: string, more: Partial<Line> = {}): Line => ({
  key,
  action: 'purchase',
  product: '',
  quantity: '1',
  subscription: '',
  discount: '',
  coupon: '',
  per: ['month'],
  ...more,
})

export const emptyWorkbench: Workbench = {
  options: [{ key: 'b-1', name: '', lines: [newLine('p-1')] }],
  currencies: [byAddress],
  baseline: null,
  discount: '',
  locale: '',
  isMobile: false,
}

/** The option as it is priced: the common discount on each line that has none of its own. */
export const withCommonDiscount = (option: Option, discount: string): Option => ({
  ...option,
  lines: option.lines.map((line) => (line.discount.trim() === '' ? { ...line, discount } : line)),
})

/** A key that nothing here has: `b-4` after `b-3`. */
export function freeKey(prefix: 'b' | 'p', taken: readonly { key: string }[]): string {
  const numbers = taken.map(({ key }) => Number.parseInt(key.slice(2), 10) || 0)
  return `${prefix}-${Math.max(0, ...numbers) + 1}`
}

/** A, B … Z, AA: how people call an option. */
export function letterOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letterOf(Math.floor(at / 26) - 1) + last
}
