/** What a machine may do with its token. */
export const scopes = ['read', 'propose'] as const
export type Scope = (typeof scopes)[number]

/** Days that a token lives at most. */
export const longestDays = 90

/** What a token may do at most, and what it may unless an admin says otherwise. */
export const tokenLimits = {
  readsAMinute: { usual: 60, max: 600 },
  proposalsAnHour: { usual: 20, max: 200 },
  waitingMost: { usual: 10, max: 100 },
} as const

export type TokenLimits = Record<keyof typeof tokenLimits, number>

/** A token as Settings shows it; times are ISO in UTC. Of the token itself only the last four characters are kept in sight. */
export type MachineToken = TokenLimits & {
  id: string
  name: string
  tail: string
  /** The person it works for. */
  person: string
  merchants: string[]
  scopes: Scope[]
  madeBy: string
  madeAt: string
  expiresAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  state: 'live' | 'expired' | 'revoked' | 'person-gone'
}

/** All tokens, whether machines are on, and for whom one may be made. */
export type Machines = {
  tokens: MachineToken[]
  /** Who turned all machines off, and when; null while they are on. */
  off: { by: string; at: string } | null
  /** Whether this installation lets machines in at all. */
  isOpen: boolean
  people: { id: string; name: string }[]
  callsToday: number
}
