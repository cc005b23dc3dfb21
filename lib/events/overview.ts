import type { EventSettings } from './settings'

/** Why one was refused. */
type RefusedEvent = 'address' | 'sender' | 'rate' | 'size' | 'encoding' | 'slow'

/** An address at which the service may post events. Its secret was shown once; `tail` is the end of it. */
export type AddressShown = { id: string; tail: string; madeBy: string; madeAt: string; lastUsedAt: string | null }

/** What came of one merchant account's events. Times are ISO in UTC; what is `today` came within 24 hours. */
export type EventsOverview = {
  /** Without the secret, which the browser never gets. */
  address: string
  addresses: AddressShown[]
  settings: EventSettings
  lastAt: string | null
  today: number
  refused: Partial<Record<RefusedEvent, number>>
  /** Not read yet, and for how long the oldest of them. */
  waiting: { count: number; oldestSeconds: number | null }
  /** Reads of the service that events wait for. */
  reads: number
  settledWeek: number
  /** What came in each of the last 24 hours, oldest first. */
  hours: { hour: string; count: number }[]
  quietSince: string | null
  /** Since when the events of our own actions don't come. */
  missingSince: string | null
  /** Who can send a test event: the demo's stand-in, or whoever has an address. */
  tests: 'standin' | 'address'
  gaps: { from: string; to: string | null; kind: 'quiet' | 'expected' }[]
}

/** A new address, with its secret. */
export type NewAddress = { id: string; address: string }
