import type { Role } from '@/lib/core/roles'

// Every route of a query loads this file, and the module of dates would come with it.
const minute = 60_000
const hourMs = 60 * minute

/** What one person may do so often within a time (faults A39). Whose work is files may take more of them than an agent. */
export const limits = {
  reveals: { max: 40, windowMs: hourMs, of: 'revealed values per hour', title: 'Too many reveals', code: 'too_many_reveals' },
  exports: { max: 60, agents: 5, windowMs: hourMs, of: 'files per hour', title: 'Too many files', code: 'too_many_exports' },
  buyers: { max: 300, windowMs: minute, of: 'buyers per minute', title: 'Too many buyers', code: 'too_many_buyers' },
} as const

export type LimitName = keyof typeof limits

/** How often a person with a role may do it within the time. */
export function maxOf(name: LimitName, role: Role): number {
  const limit = limits[name]
  return role === 'agent' && 'agents' in limit ? limit.agents : limit.max
}

/** `60 files per hour`: the one way in which a limit is said. */
export const describeLimit = (name: LimitName, role: Role): string => `${maxOf(name, role)} ${limits[name].of}`
