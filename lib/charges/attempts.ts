import { inOrder } from '@/lib/operations/effects/facts'
import type { Charge } from '@/lib/operations/schemas/charge-history'
import { type ChargeFamily, familyOf, familyOfCharge } from './status'

/** One attempt in the order it was made. `joined`: a connector leads down to the next rung, its cascade. */
export type Attempt = { charge: Charge; family: ChargeFamily; joined: boolean }

/** The attempts of one order as they followed each other. */
export function attemptsOf(charges: readonly Charge[]): Attempt[] {
  const sorted = inOrder(charges)
  return sorted.map((charge, index) => ({ charge, family: familyOfCharge(charge), joined: leadsTo(charge, sorted[index + 1]) }))
}

/** A cascade tries the same method again at another provider, after a failure. */
function leadsTo(charge: Charge, next: Charge | undefined): boolean {
  if (next?.target !== 'cascade' || familyOf(charge.status) !== 'lost') return false
  return (charge.target === 'original' || charge.target === 'cascade') && charge.paymentMethod?.type === next.paymentMethod?.type
}
