import { businessRefusal, notFound } from './errors'
import type { TellableEvent } from './events'
import type { Buyer, Subscription } from './records'
import { seededBuyers } from './seed/buyers'
import { crowd } from './seed/crowd'
import { dayInMs } from './time'

const shortestRenewalMs = 5 * 60_000
const longestRenewalMs = 30 * 60_000

/** Everything the service remembers between two requests. A reset throws it away and begins a new one. */
export class World {
  readonly buyers: Buyer[]
  private readonly startedAt: Date
  /** Renewals to come, by subscription. */
  private readonly timers = new Map<string, NodeJS.Timeout>()

  constructor(
    readonly now: () => Date,
    private readonly renewalDelayMs: number | undefined,
    /** Tells merchants of what happened. */
    readonly tell: (event: TellableEvent) => void,
  ) {
    this.startedAt = now()
    this.buyers = [...seededBuyers(this.startedAt), ...crowd(this.startedAt)]
  }

  /** Takes a buyer in, in the place of an earlier one with the same id. */
  takeIn(buyer: Buyer): void {
    const at = this.buyers.findIndex(({ id }) => id === buyer.id)
    this.buyers.splice(at === -1 ? this.buyers.length : at, 1, buyer)
  }

  get daysSinceStart(): number {
    return (this.now().getTime() - this.startedAt.getTime()) / dayInMs
  }

  /** A buyer of this merchant; another merchant's buyer is as unknown as none. */
  buyer(merchantCode: string, buyerId: string | undefined): Buyer {
    const buyer = this.buyers.find((candidate) => candidate.id === buyerId && candidate.merchantCode === merchantCode)
    if (!buyer) throw notFound()
    return buyer
  }

  /** Whether letter case matters in an e-mail is not stated; here it does not, so that two spellings cannot be two buyers. */
  buyerByEmail(merchantCode: string, email: string): Buyer | undefined {
    const folded = email.toLowerCase()
    return this.buyers.find((buyer) => buyer.merchantCode === merchantCode && buyer.email.toLowerCase() === folded)
  }

  /**
   * Renews a subscription after the time the service takes: 5 to 30 minutes unless the stand-in was told another.
   * Asked again meanwhile, it begins to wait anew, so that two requests make one renewal.
   */
  renewLater(subscriptionId: string, renew: () => void): void {
    clearTimeout(this.timers.get(subscriptionId))
    const delay = this.renewalDelayMs ?? shortestRenewalMs + Math.random() * (longestRenewalMs - shortestRenewalMs)
    const timer = setTimeout(() => {
      this.timers.delete(subscriptionId)
      renew()
    }, delay)
    timer.unref()
    this.timers.set(subscriptionId, timer)
  }

  /** Forgets the renewals still to come. */
  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
  }
}

export function subscriptionOf(buyer: Buyer, subscriptionId: string | undefined): Subscription {
  const subscription = buyer.subscriptions.find((candidate) => candidate.id === subscriptionId)
  if (!subscription) throw notFound()
  return subscription
}

/** A disabled or suspended subscription cannot be revived (service-facts 2.3); the messages are those of 2.15. */
export function refuseEnded(subscription: Subscription): void {
  if (subscription.status === 'disabled') throw businessRefusal('Subscription is disabled')
  if (subscription.status === 'suspended') throw businessRefusal('Subscription is suspended')
}
