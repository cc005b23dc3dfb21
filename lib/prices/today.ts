import { factsOf, isReadable } from '@/lib/charges/order-facts'
import { serviceTime } from '@/lib/core/dates'
import { compare } from '@/lib/core/money'
import { byWeight } from '@/lib/knowledge/subscription-words'
import { renews } from '@/lib/operations/effects/facts'
import type { Order, OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { newLine, type Option } from './workbench'

/** What the last charge for a product came to, as the service gave it; the day is service time. */
export type LastCharge = {
  amount: string
  currency: string
  day: string | null
  /** Whether it paid for a further term. What began a subscription needn't be what its next term costs. */
  isRenewal: boolean
  /** Whether a discount or a coupon was taken off. */
  isReduced: boolean
}

/** What the buyer pays today: the row the options are compared with. */
export type Today = {
  /** Null where only the history tells what they bought. */
  subscription: Subscription | null
  product: string
  name: string
  months: number | null
  paid: LastCharge | null
  /** The currency of their newest received order; null where none is known. */
  paysIn: string | null
  /** The same product, to be priced now in the currencies they don't pay in. */
  option: Option
}

type Known = { subscriptions: readonly Subscription[]; orders: readonly OrderOrUnreadable[]; options: readonly Option[] }

/** Key of the row among the options; no option of a calculation has it. */
export const todayKey = 'today'

/**
 * What is compared with: the subscription that the options act on, else the one that runs, else what was bought last. Null where
 * nothing is known of either. `orders` are newest first.
 */
export function todayOf({ subscriptions, orders, options }: Known): Today | null {
  const received = orders.filter(isReadable).filter(isReceived)
  const paysIn = received.find(({ currency }) => currency !== null)?.currency ?? null
  const subscription = subscriptionOf(subscriptions, options)
  const code = subscription?.product?.code
  if (subscription !== null && code != null) {
    return {
      subscription,
      product: code,
      name: subscription.product?.name ?? code,
      months: subscription.product?.durationMonths ?? null,
      paid: lastCharge(received, subscription.product?.id ?? null, code),
      paysIn,
      option: pricedAgain(newLine('p-1', { action: 'renew', product: code, subscription: subscription.id })),
    }
  }
  const bought = received.flatMap(({ products }) => products)[0]
  if (bought?.code == null) return null
  return {
    subscription: null,
    product: bought.code,
    name: bought.name ?? bought.code,
    months: bought.durationMonths,
    paid: lastCharge(received, bought.id, bought.code),
    paysIn,
    option: pricedAgain(newLine('p-1', { product: bought.code })),
  }
}

const pricedAgain = (line: Option['lines'][number]): Option => ({ key: todayKey, name: '', lines: [line] })

const isReceived = (order: Order) => factsOf(order).state === 'received'

function subscriptionOf(subscriptions: readonly Subscription[], options: readonly Option[]): Subscription | null {
  const acted = new Set(
    options.flatMap(({ lines }) =>
      lines.flatMap((line) => (line.action === 'purchase' ? [] : [line.subscription.toLowerCase()])),
    ),
  )
  const { shown, over } = byWeight(subscriptions.filter(({ product }) => product?.code != null))
  return (
    subscriptions.find(({ id, product }) => product?.code != null && acted.has(id.toLowerCase())) ??
    shown.find(({ status }) => status === 'active') ??
    shown[0] ??
    over.find(({ status }) => status === 'expired') ??
    null
  )
}

/** The newest received line of the product that bought one of it and was no trial: what a term of it costs them. */
function lastCharge(orders: readonly Order[], id: string | null, code: string): LastCharge | null {
  for (const order of orders) {
    const line = order.products.find((each) => (id !== null && each.id === id) || each.code === code)
    const amount = line?.prices?.amountWithDiscountAndCouponAndTax
    if (!line || amount == null || order.currency === null || line.isTrial === true || (line.quantity ?? 1) !== 1) continue
    const isReduced = [line.prices?.discount, line.prices?.coupon].some((off) => off != null && compare(off, '0') > 0)
    const day = serviceTime(order.createdAt)?.day ?? null
    return { amount, currency: order.currency, day, isRenewal: renews(order), isReduced }
  }
  return null
}

/** The charge that says what they pay: a renewal, or what was bought last where no subscription is known. Null where renewing is to be priced now. */
export const paidNow = ({ paid, subscription }: Today): LastCharge | null =>
  paid !== null && (subscription === null || paid.isRenewal) ? paid : null

/** What of a buyer isn't there to compare with: `lists` is whether the account has a list of subscriptions at all. */
export type Unread = { history: boolean; subscriptions: boolean; lists: boolean }

const noList = 'This merchant account can’t list subscriptions'

/** What that means for the comparison; null where everything was read. */
export function describeUnread({ history, subscriptions, lists }: Unread, today: Today | null): string | null {
  if (history && !lists)
    return `We couldn’t read the charge history. ${noList}, so there’s nothing to compare with. Choose a product to see its price.`
  if (!lists) return `${noList}, so we don’t know what an option would replace. Nothing is compared with today.`
  if (history && subscriptions)
    return 'We couldn’t read the charge history or the subscriptions, so there’s nothing to compare with. Choose a product to see its price.'
  if (subscriptions)
    return 'We couldn’t read the subscriptions, so we don’t know what an option would replace. Nothing is compared with today.'
  if (!history) return null
  return today === null
    ? 'We couldn’t read the charge history, so there’s nothing to compare with. Choose a product to see its price.'
    : 'We couldn’t read the charge history, so we don’t know what they last paid. Options are compared with what renewing costs now.'
}

/** A calculation to begin with: their own renewal, in the currency they pay in. Null where they have no subscription. */
export function startingOption({ subscription, product }: Today): Option | null {
  if (subscription === null) return null
  return { key: 'b-1', name: '', lines: [newLine('p-1', { action: 'renew', product, subscription: subscription.id })] }
}

/** What the row of today is: "What they pay today, autocharge on". */
export function describeToday(today: Today): string {
  const { subscription } = today
  if (subscription === null) return 'What they bought last'
  const { status, autoChargeStatus } = subscription
  if (status !== 'active') return `Their subscription, ${status}`
  const autocharge = autoChargeStatus === null ? '' : `, autocharge ${autoChargeStatus ? 'on' : 'off'}`
  return `${paidNow(today) === null ? 'What renewing costs now' : 'What they pay today'}${autocharge}`
}
