import { serviceTime } from '@/lib/core/dates'
import type { Charge } from '@/lib/operations/schemas/charge-history'
import { type ChargeFamily, familyOf, familyOfCharge } from './status'

/** One attempt in the order it was made. `joined`: a connector leads down to the next rung, its cascade. */
export type Attempt = { charge: Charge; family: ChargeFamily; joined: boolean }

/**
 * The attempts of one order as they followed each other (service-facts 2.7).
 * A declined original and its cascade may carry the very same second, so ties put an original before a cascade,
 * and what is still open before what was declined before what was settled: a voucher never comes between the two.
 */
export function attemptsOf(charges: readonly Charge[]): Attempt[] {
  const sorted = charges.toSorted((a, b) => byTime(a, b) || targetRank(a) - targetRank(b) || familyRank(a) - familyRank(b))
  return sorted.map((charge, index) => ({ charge, family: familyOfCharge(charge), joined: leadsTo(charge, sorted[index + 1]) }))
}

/** A cascade tries the same method again at another provider, after a failure. */
function leadsTo(charge: Charge, next: Charge | undefined): boolean {
  if (next?.target !== 'cascade' || familyOf(charge.status) !== 'lost') return false
  return (charge.target === 'original' || charge.target === 'cascade') && charge.paymentMethod?.type === next.paymentMethod?.type
}

function byTime(a: Charge, b: Charge): number {
  const one = wallClock(a)
  const other = wallClock(b)
  return one < other ? -1 : one > other ? 1 : 0
}

// Without a time an attempt goes last; the tilde sorts after every digit.
function wallClock({ createdAt }: Charge): string {
  const read = serviceTime(createdAt)
  return read ? `${read.day} ${read.time}` : '~'
}

const targetRank = ({ target }: Charge) => (target === 'original' ? 0 : target === 'cascade' ? 2 : 1)

const familyRanks: Record<ChargeFamily, number> = { open: 0, other: 1, lost: 2, received: 3 }
const familyRank = (charge: Charge) => familyRanks[familyOfCharge(charge)]
