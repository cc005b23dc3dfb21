import { compare } from '@/lib/core/money'
import type { ReplyKey, ReplyPart } from '@/lib/core/reply-part'
import type { PriceResult } from '../operations/schemas/price-result'
import { describeTimes, productNameGiven } from './price-words'
import { dueNow, type PricedBundle } from './receipt'
import { type Against, isTrial, totalOf } from './term-price'
import { isMove, type Option } from './workbench'

type Priced = {
  option: Option
  bundle: PricedBundle
  answer: PriceResult
  /** Against what they were charged last; null where it isn't that charge the price is compared with. */
  against: Against | null
}

/**
 * What the customer is told of a price: what it costs today, whether tax is in it, and what that is against their last charge. Nothing of a
 * trial, whose price would pass for that of the product.
 */
export function priceReply({ option, bundle, answer, against }: Priced): ReplyPart[] {
  const total = totalOf(bundle)
  const { currency } = answer
  if (total === null || currency === null || compare(total, '0') < 0 || isTrial(bundle)) return []
  const [action = 'purchase', ...otherActions] = new Set(option.lines.map((line) => line.action))
  const names = bundle.products.flatMap((line) => {
    const name = productNameGiven(answer.products, line.code)
    const asked = option.lines.find(({ key, action }) => key === line.productHashKey && action === 'purchase')
    return name === null ? [] : describeTimes(line, asked && Number.parseInt(asked.quantity, 10), name)
  })
  if (names.length < bundle.products.length) return []
  const product = names.join(' + ')
  const tax = bundle.totalAmount?.tax ?? null
  return [
    { key: costKey(otherActions.length === 0 ? action : 'purchase'), facts: { amount: { amount: total, currency }, product } },
    ...(tax !== null && compare(tax, '0') > 0 ? [{ key: 'priceWithTax' } as const] : []),
    ...(option.lines.some((line) => isMove(line.action)) ? duePart(bundle, currency) : []),
    ...(option.lines.some((line) => isMove(line.action)) ? [] : differencePart(against, currency)), // what is due now isn’t the difference
  ]
}

/** What moving costs now where the service says it; that it may be less where it doesn't. */
function duePart(bundle: PricedBundle, currency: string): ReplyPart[] {
  const due = dueNow(bundle)
  if (due === null) return [{ key: 'priceMoveDue' }]
  if (compare(due, '0') === 0) return [{ key: 'priceMoveFree' }]
  const tax = bundle.totalAmount?.tax ?? null
  const key = tax !== null && compare(tax, '0') > 0 ? 'priceMoveNowTax' : 'priceMoveNow'
  return [{ key, facts: { total: { amount: due, currency } } }]
}

function costKey(action: Option['lines'][number]['action']): ReplyKey {
  if (isMove(action)) return 'priceMove'
  return action === 'renew' ? 'priceRenew' : 'priceBuy'
}

function differencePart(against: Against | null, currency: string): ReplyPart[] {
  if (against === null || against.way === 'same') return []
  const { way, months, amount } = against
  const term = months === 12 ? 'Year' : months === 1 ? 'Month' : 'Term'
  const key = `price${way === 'less' ? 'Less' : 'More'}${term}` as const
  return [{ key, facts: { total: { amount, currency }, count: months } }]
}
