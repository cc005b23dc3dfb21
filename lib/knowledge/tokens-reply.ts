import type { ReplyPart } from '@/lib/core/reply-part'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { outlookOn } from './subscription-words'

type Running = Pick<Subscription, 'autoChargeStatus' | 'isTokenized'>

/**
 * What the customer may be told once every known token of a payment method was disabled. `method` is null where
 * no customer would know it by its name. `enabled` says of each token known of them
 * whether it is. It promises nothing of a renewal that is not known to fail or to be due.
 */
export function allDisabledReply(
  method: string | null,
  running: readonly Running[],
  enabled: readonly (boolean | null)[],
): ReplyPart[] {
  const outlooks = new Set(running.map((subscription) => outlookOn(subscription, enabled)))
  const off: ReplyPart = method === null ? { key: 'tokenOff' } : { key: 'methodOff', facts: { method } }
  if (outlooks.has('renews') || outlooks.has('may-renew'))
    return [off, { key: running.length === 1 ? 'otherMethodOne' : 'otherMethodMany' }]
  return outlooks.has('fails') ? [off, { key: 'noMethodLeft' }] : [off]
}
