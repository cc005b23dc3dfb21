import type { Subscription } from '@/lib/operations/schemas/subscription'
import { outlookOn } from './subscription-words'

type Running = Pick<Subscription, 'autoChargeStatus' | 'isTokenized'>

/**
 * What the customer may be told once every known token of a payment method was disabled. `enabled` says of each token known of them
 * whether it is. It promises nothing of a renewal that is not known to fail or to be due.
 */
export function allDisabledReply(method: string, running: readonly Running[], enabled: readonly (boolean | null)[]): string {
  const outlooks = new Set(running.map((subscription) => outlookOn(subscription, enabled)))
  const off = `We’ve switched off the payment details we had saved for your ${method.replace('••', 'ending in ')}.`
  const one = running.length === 1
  if (outlooks.has('renews') || outlooks.has('may-renew'))
    return `${off} Another saved payment method may be charged when your ${one ? 'subscription renews' : 'subscriptions renew'}.`
  if (outlooks.has('fails'))
    return `${off} None of your saved payment methods can be charged at the moment, so please add one if you want to renew.`
  return off
}
