import { secondsFrom, serviceTime } from '@/lib/core/dates'
import { plainDecimal } from '@/lib/core/fold'
import { groupBy } from '@/lib/core/group-by'
import { currencyOf } from '../operations/effects/facts'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { methodKind, methodName } from './payment-method-words'

export type ChosenCharge = { order: Order; charge: Charge }

/** Two equal charges so close to each other look like one that was made twice. */
const closeSeconds = 10 * 60

/**
 * A charge among its equals. `rank` counts charges of the same amount and service day from 1 on; null where it has no equal. `of` is how many there are. `repeats` is
 * the one that it looks like a duplicate of: the same order, payment method and amount, at most ten minutes before. `seconds` is how long
 * after the equal one before it was made; null where it is the first, or a time can't be read.
 */
export type Ranked = ChosenCharge & { rank: number | null; of: number; seconds: number | null; repeats: ChosenCharge | null }

/** Ranks charges among their equals. The order of the list stays. */
export function rankCharges(charges: readonly ChosenCharge[]): Ranked[] {
  const groups = groupBy(charges, equalityOf)
  return charges.map((chosen) => {
    const equal = (groups.get(equalityOf(chosen)) ?? []).toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))
    const place = equal.indexOf(chosen)
    const before = equal[place - 1]
    const repeats = equal.slice(0, place).findLast((earlier) => looksRepeated(earlier, chosen)) ?? null
    return {
      ...chosen,
      rank: equal.length > 1 ? place + 1 : null,
      of: equal.length,
      seconds: before ? secondsBetween(before, chosen) : null,
      repeats,
    }
  })
}

/**
 * The charge that is likely meant: the latest that looks like a duplicate, unless one of its equals is taken, or the only one there is to
 * choose. `charges` has the newest order first.
 */
export function likelyCharge(charges: readonly Ranked[], isTaken: (chosen: ChosenCharge) => boolean): Ranked | undefined {
  const duplicates = charges.filter(({ repeats }) => repeats !== null)
  const [first] = duplicates
  if (first) {
    const equal = charges.filter((each) => each.order === first.order && equalityOf(each) === equalityOf(first))
    return equal.some(isTaken) ? undefined : duplicates.findLast((each) => equal.includes(each))
  }
  const free = charges.filter((each) => !isTaken(each))
  return free.length === 1 && charges.length === 1 ? free[0] : undefined
}

const sameMethod = ({ charge: a }: ChosenCharge, { charge: b }: ChosenCharge) =>
  a.paymentMethod !== null && b.paymentMethod !== null && methodName(a.paymentMethod) === methodName(b.paymentMethod)

function looksRepeated(earlier: ChosenCharge, later: ChosenCharge): boolean {
  const seconds = secondsBetween(earlier, later)
  return earlier.order === later.order && sameMethod(earlier, later) && seconds !== null && seconds <= closeSeconds
}

const secondsBetween = (earlier: ChosenCharge, later: ChosenCharge) =>
  secondsFrom(earlier.charge.createdAt, later.charge.createdAt)

const equalityOf = ({ order, charge }: ChosenCharge) =>
  `${plainDecimal(charge.amount) ?? charge.amount} ${currencyOf(charge, order)} ${serviceTime(charge.createdAt)?.day ?? charge.chargeId}`

function timeOf({ charge }: ChosenCharge): string {
  const at = serviceTime(charge.createdAt)
  return at ? `${at.day} ${at.time}` : ''
}

/** `card` in `same card`. */
export const methodNoun = ({ charge }: ChosenCharge) =>
  methodKind(charge.paymentMethod?.type ?? null) === 'card' ? 'card' : 'payment method'
