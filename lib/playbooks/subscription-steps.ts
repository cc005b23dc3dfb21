import { dayWords, serviceTime } from '../dates'
import type { Order } from '../operations/schemas/charge-history'
import type { Subscription } from '../operations/schemas/subscription'
import type { ReplyPart } from '../replies/reply'
import { hasEnded } from '../subscription-words'
import type { Check, Choice, KnownOfTicket } from './playbook'

export const nameOf = ({ product, id }: Subscription): string => product?.name ?? product?.code ?? `${id.slice(0, 8)}…`

/** Subscriptions that still run, as choices. */
export function subscriptionChoices({ subscriptions }: KnownOfTicket): Choice[] {
  const running = (subscriptions ?? []).filter((subscription) => !hasEnded(subscription))
  return [
    ...running.map((subscription) => ({
      ...{ answer: subscription.id, words: nameOf(subscription) },
      aside: [subscription.status, autochargeFact(subscription)].join(', '),
    })),
    { answer: 'none', words: subscriptions === null ? 'Go on without it' : 'None of these' },
  ]
}

/** What is known of autocharge and of the end, as of the last read. */
export function subscriptionChecks(subscription: Subscription): Check[] {
  const end = serviceTime(subscription.endDate)?.day
  return [
    { term: 'Subscription', says: `${nameOf(subscription)}, ${subscription.status}` },
    {
      term: 'Autocharge',
      says: autochargeFact(subscription),
      ...(subscription.autoChargeStatus !== false && { look: true as const }),
    },
    { term: 'Ends', says: end ? dayWords(end) : 'not told' },
  ]
}

const autochargeFact = ({ autoChargeStatus }: Subscription) =>
  autoChargeStatus === null ? 'autocharge not told' : `autocharge ${autoChargeStatus ? 'on' : 'off'}`

/** The running subscription of what an order sold, with autocharge on: what would charge again. */
export function chargesAgain({ subscriptions }: KnownOfTicket, order: Order): Subscription | undefined {
  const ids = order.products.map(({ id }) => id)
  return subscriptions?.find(
    (each) => each.autoChargeStatus === true && !hasEnded(each) && each.product !== null && ids.includes(each.product.id),
  )
}

/** The sentences that autocharge is off, where the facts say so. */
export function offParts(subscription: Subscription): ReplyPart[] {
  if (subscription.autoChargeStatus !== false) return []
  const facts = { product: nameOf(subscription), until: subscription.endDate }
  return [{ key: 'autochargeOff', facts }, ...(subscription.status === 'active' ? [{ key: 'accessUntil' as const, facts }] : [])]
}

export const stillOn = (subscription: Subscription): string =>
  `Autocharge of ${nameOf(subscription)} does not read off, so the reply does not say that it is.`
