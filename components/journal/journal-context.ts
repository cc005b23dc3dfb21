import type { Role } from '@/lib/core/roles'

/** What the journal's parts need from the page that shows them. */
export type JournalContext = {
  role: Role
  /** Code of the merchant account that is chosen. */
  merchant: string
  merchants: readonly { code: string; name: string }[]
}

/** A command as it goes over the wire, by its name. */
export type CommandOnWire = { name: string; words: string; method: string; path: string }
