import 'server-only'

/** What the service posts to us, unsigned and without ids (service-facts, section 5). */
export type EventTables = {
  /** Where it may post to. The secret of an address is shown once; here is a digest of it. */
  event_addresses: {
    id: string
    merchant: string
    digest: string
    /** The last four characters of the secret, so that people can tell two addresses apart. */
    tail: string
    /** The name of the person. */
    made_by: string
    made_at: string
    revoked_at: string | null
    /** When the last event came that was read and is the merchant account's own. */
    last_used_at: string | null
  }
  events: {
    id: string
    merchant: string
    address_id: string
    received_at: string
    last_received_at: string
    /** How often it came. */
    copies: number
    /** Of account, type, action, thing and time; two that share it are the same event. */
    key: string
    /** Of what it says; two of one key that differ in it contradict each other. */
    digest: string
    state: EventState
    type: string | null
    action: string | null
    /** `subscription:{id}` or `charge:{id}`. */
    entity: string | null
    buyer_id: string | null
    /** Of a charge, where the event names it. */
    provider: string | null
    /** In service time. */
    said_at: string | null
    /** Why it tells nothing. */
    why: string | null
    /** The action that it settled. One event settles one action. */
    proved: string | null
    /** The bytes as they came, sealed. */
    sealed: string
    /** When an admin last had it read again: from then on it proves nothing. */
    replayed_at: string | null
  }
  /** How many events came in an hour (`2026-11-22T03`, in UTC), each as often as it came, or were refused and why. */
  event_hours: { merchant: string; hour: string; what: 'received' | RefusedEvent; count: number }
  /** From when until when events were missing; `to_at` is null while it lasts. */
  event_gaps: { id: string; merchant: string; from_at: string; to_at: string | null; kind: GapKind }
  /** Buyers to be read again because of an event, and not before `due_at`. */
  event_reads: { merchant: string; buyer_id: string; why: ReadReason; due_at: string; wanted_at: string; tries: number }
}

/** `quiet`: none came for longer than usual. `expected`: those of our own actions didn't come. */
export type GapKind = 'quiet' | 'expected'

/** Why an event was refused that came for a merchant account. */
export type RefusedEvent = 'address' | 'sender' | 'rate' | 'size' | 'encoding' | 'slow'

/** `action`: an action on them may be unconfirmed. `page`: somebody looks at them. `request`: a request for them waits. `differs`: events contradict each other. */
export type ReadReason = 'action' | 'page' | 'request' | 'differs'

/**
 * `received`: not read yet. `taken`: what its thing is like now, as far as events tell. `older`: another one is later. `differs`: another one
 * contradicts it. `foreign`: of another merchant account. `unreadable`: it tells nothing that we understand. `test`: sent from Settings, it counts
 * for nothing.
 */
export type EventState = 'received' | 'taken' | 'older' | 'differs' | 'foreign' | 'unreadable' | 'test'
