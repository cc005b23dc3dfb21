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
    /** In service time. */
    said_at: string | null
    /** Why it tells nothing. */
    why: string | null
    /** The bytes as they came, sealed. */
    sealed: string
  }
}

/**
 * `received`: not read yet. `taken`: what its thing is like now, as far as events tell. `older`: another one is later. `differs`: another one
 * contradicts it. `foreign`: of another merchant account. `unreadable`: it tells nothing that we understand.
 */
export type EventState = 'received' | 'taken' | 'older' | 'differs' | 'foreign' | 'unreadable'
