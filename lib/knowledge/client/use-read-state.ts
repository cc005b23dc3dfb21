import { useContext } from 'react'
import { mayHeal, OutageContext } from '@/lib/client/outage'
import type { ServiceProblem } from '@/lib/core/problem'
import { formatClock } from '../stamp-words'

type Read = {
  error: ServiceProblem | null
  /** Whether anything can be shown though it failed. */
  isKnown: boolean
  /** When that was read, in milliseconds; 0 where nobody knows. */
  at: number
  clock: { now: number; zone: string }
}

/**
 * How a card shows a read that may have failed. `stamp`: what is known is shown greyed, with its time, and with the reason unless the page's
 * banner has it. `problem`: the card itself says what is wrong. `isUnknown`: nothing is known until the service answers.
 */
export function useReadState({ error, isKnown, at, clock }: Read) {
  const isDown = useContext(OutageContext) !== null
  if (!mayHeal(error)) return { stamp: null, problem: error, isUnknown: false }
  const time = at === 0 ? null : formatClock(at, clock.now, clock.zone)
  if (isKnown) return { stamp: { time, because: isDown ? null : error.problem.detail }, problem: null, isUnknown: false }
  return { stamp: null, problem: isDown ? null : error, isUnknown: isDown }
}
