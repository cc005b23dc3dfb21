import 'server-only'

/** What the refund desk and the guided steps keep. */
export type RefundTables = {
  refunds: {
    /** Made by the caller: asking twice with it asks once. */
    id: string
    state: string
    /** Grows with each step, so that a decision on what is no longer so is refused. */
    version: number
    merchant: string
    buyer_id: string
    charge_id: string
    /** What the service said of the charge when the refund was asked for, as JSON; masked. */
    charge: string
    provider: string | null
    mid: string | null
    /** A decimal with the currency's own number of places. */
    amount: string
    currency: string
    reason: string
    ticket: string | null
    account_id: string
    person: string
    asked_at: string
    /** When it came into the queue, at first or because the provider did not do it. */
    waiting_since: string
    /** The file it went to the provider with, while it is there. */
    batch_id: string | null
  }
  refund_steps: {
    /** Made by the caller: the same step twice is taken once. */
    id: string
    refund_id: string
    number: number
    kind: string
    at: string
    account_id: string
    person: string
    note: string | null
    /** Why money leaves although an event says that it may have gone back; null where none did. */
    despite: string | null
  }
  /** A file for one provider and mid, kept as it was made. */
  refund_batches: {
    id: string
    merchant: string
    provider: string | null
    mid: string | null
    count: number
    person: string
    made_at: string
    file: string
  }
  /** A ticket worked through as guided steps; `account_id` is who has it now. */
  guides: {
    id: string
    playbook: string
    merchant: string
    buyer_id: string
    ticket: string | null
    account_id: string
    person: string
    version: number
    started_at: string
    ended_at: string | null
  }
  guide_steps: {
    id: string
    guide_id: string
    number: number
    kind: string
    question: string | null
    answer: string | null
    /** The answer as it was read on the screen; masked. */
    words: string | null
    at: string
    account_id: string
    person: string
  }
}
