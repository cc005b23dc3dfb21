import { randomFrom } from '@/lib/platform/random-for-tests'

export type Random = () => number

export const chosen = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

/** The same in an order drawn by chance. */
export const shuffled = <T>(random: Random, all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)

/** One in so many. */
export const oneIn = (random: Random, many: number): boolean => random() * many < 1

/** A process that is ended: which copy, how, and at which moment of which command on its way to the service. */
export type End = {
  copy: number
  how: 'SIGKILL' | 'SIGTERM'
  atDelivery: number
  /** `swallowed`: the service never gets that command; `passed`: it does, and the end comes a moment later. */
  when: 'swallowed' | 'passed'
  afterMs: number
}

/** Killed as answers come has the most cells of the table of coverage to go for, and nobody can choose which outcome was written. */
const bursts = [
  ...(['swallowed', 'swallowed', 'SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGTERM'] as const),
  ...Array.from({ length: 13 }, () => 'answered' as const),
] as const

/** Everything of a seed that is decided before it begins. */
export type Plan = {
  seed: number
  people: number
  buyers: number
  faultShare: number
  ends: End[]
  /** How many cells of the table of coverage are gone for; where a copy ends, sometimes all at once and it ends with them. */
  drills: number
  burst: (typeof bursts)[number] | null
  scenes: number
  random: (who: string) => Random
}

/** Draws a seed's plan. The people's own steps come from `random(who)`, which is the same for the same seed and name. */
export function planOf(seed: number, { copies, operations }: { copies: number; operations: number }): Plan {
  const random = of(seed, 'plan')
  const ends = Array.from({ length: endsIn(random, operations) }, (): End => {
    const how = oneIn(random, 12) ? 'SIGTERM' : 'SIGKILL'
    const atDelivery = 1 + Math.floor(random() * Math.max(1, operations * 0.4))
    return {
      copy: Math.floor(random() * copies),
      how,
      atDelivery,
      when: how === 'SIGKILL' && oneIn(random, 3) ? 'swallowed' : 'passed',
      afterMs: random() * 15,
    }
  })
  const faultShare = chosen(random, [0, 0.1, 0.2, 0.2, 0.3])
  const burst = ends.length > 0 && !oneIn(random, 4) ? chosen(random, bursts) : null
  const rest = { drills: 16, scenes: 3, random: (who: string) => of(seed, who) }
  return { seed, people: 2 + Math.floor(random() * 3), buyers: 3, faultShare, ends: burst ? [] : ends, burst, ...rest }
}

/** Every third seed is cut once, a long one may be cut twice. */
function endsIn(random: Random, operations: number): number {
  if (!oneIn(random, 3)) return 0
  return operations >= 100 && oneIn(random, 4) ? 2 : 1
}

function of(seed: number, who: string): Random {
  let mixed = seed
  for (const letter of who) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193)
  return randomFrom(mixed)
}
