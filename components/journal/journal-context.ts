import type { Role } from '@/lib/core/roles'

/** What the journal's pieces need to know of the desk they are shown at. */
export type JournalContext = {
  role: Role
  /** Code of the merchant account that is chosen. */
  merchant: string
  merchants: readonly { code: string; name: string }[]
}

/** A command as it goes over the wire, by its name. */
export type CommandOnWire = { name: string; words: string; method: string; path: string }
