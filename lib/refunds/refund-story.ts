import type { Attempt } from '@/lib/charges/attempts'
import { describeDecline } from '@/lib/charges/decline-words'
import { type ChosenCharge, rankCharges } from '@/lib/charges/equal-charges'
import { factsOf } from '@/lib/charges/order-facts'
import { describeOpenStatus } from '@/lib/charges/status'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { RefundStory } from './refund'

/** An order can be tried for weeks; so many attempts show how it ended. */
const maxAttempts = 12

/** How the order of a charge came to be paid, and the place of the charge among its equals. `received` has charges of the same service day, of any order. */
export function refundStory({ order, charge }: ChosenCharge, received: readonly ChosenCharge[]): RefundStory {
  const { attempts } = factsOf(order)
  const first = attempts.length - maxAttempts
  const kept = attempts.filter((rung, place) => place >= first || rung.family === 'received')
  const self = rankCharges(received).find((each) => each.charge.chargeId === charge.chargeId)
  return {
    attempts: kept.map((rung) => ({
      at: rung.charge.createdAt,
      provider: rung.charge.provider,
      family: rung.family,
      words: wordsOf(rung),
      amount: rung.charge.amount,
      currency: currencyOf(rung.charge, order),
      isThis: rung.charge.chargeId === charge.chargeId,
    })),
    leftOut: attempts.length - kept.length,
    equals: self?.rank == null ? null : { rank: self.rank, of: self.of, seconds: self.seconds },
  }
}

function wordsOf({ charge, family }: Attempt): string {
  if (family === 'lost') return describeDecline(charge)
  return family === 'open' ? describeOpenStatus(charge.status) : charge.status
}
