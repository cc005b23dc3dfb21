import { ids } from '@/standin/seed/stories'

/** A line of a calculation as a link holds it; what is left out is as in an empty line. */
export type LinkedLine = {
  action?: 'purchase' | 'renew' | 'upgrade' | 'downgrade'
  product: string
  quantity?: string
  subscription?: string
  discount?: string
  coupon?: string
  /** Bits: 1 day, 2 week, 4 month. */
  per?: number
}

const actions = ['purchase', 'renew', 'upgrade', 'downgrade'] as const

type More = { discount?: string; locale?: string; buyer?: string }

/** The address of a calculation, written down here a second time on purpose: links that people have kept stay good. */
export function pricesPath(options: readonly (readonly LinkedLine[])[], currencies: readonly string[], more: More = {}): string {
  const calculation = {
    o: options.map((lines) => ['', lines.map(packed)]),
    c: currencies,
    b: -1,
    l: more.locale ?? '',
    m: 0,
    d: more.discount ?? '',
  }
  const text = Buffer.from(JSON.stringify(calculation)).toString('base64url')
  return `/buyers/${more.buyer ?? ids.cascade.buyer}/prices?w=p${text}`
}

const packed = ({
  action = 'purchase',
  product,
  quantity = '1',
  subscription = '',
  discount = '',
  coupon = '',
  per = 4,
}: LinkedLine) => [actions.indexOf(action), product, quantity, subscription, discount, coupon, per]

/** Their own renewal. */
export const renewal = (more: Partial<LinkedLine> = {}): LinkedLine => ({
  action: 'renew',
  product: 'NWPLUS3',
  subscription: ids.cascade.activeSubscription,
  ...more,
})
