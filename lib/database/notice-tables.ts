import 'server-only'

/** What people may miss, which of it they want to see, and the addresses that are told of it, too. */
export type NoticeTables = {
  /** One for each person who is told. Nothing in it names a buyer, by an id neither. */
  notices: {
    id: string
    account_id: string
    kind: string
    merchant: string
    /** What it tells of: nobody is told twice. */
    notice_key: string
    href: string
    words: string
    at: string
    /** From then on it's no news any more; null where it stays. */
    until: string | null
    seen_at: string | null
  }
  /** A kind without a row is shown in the bell, and by the browser where somebody wants that at all. 1 or 0. */
  notice_prefs: { account_id: string; kind: string; desk: number; browser: number }
  hooks: {
    id: string
    name: string
    url: string
    format: string
    /** With a space between. */
    kinds: string
    /** Codes of merchant accounts, with a space between; null for all of them. */
    merchants: string | null
    /** The secret that signs. */
    sealed: string
    /** 1 or 0. */
    is_on: number
    /** Why it's off, where no person turned it off. */
    off_why: string | null
    account_id: string
    person: string
    changed_at: string
    removed_at: string | null
  }
  /** How far deliveries to a hook are: one copy sends at a time, and in order. */
  hook_progress: {
    hook_id: string
    last_seq: number
    /** Failures of the delivery that's next. */
    failures: number
    /** Since when nothing has been delivered although something should have been. */
    failed_since: string | null
    due_at: string
    /** The process that sends, and until when no other may. */
    process: string
    held_until: string
    last_at: string | null
    last_status: string | null
  }
  hook_deliveries: {
    id: string
    hook_id: string
    seq: number
    notice_key: string
    kind: string
    merchant: string
    href: string
    words: string
    at: string
    state: 'waiting' | 'delivered' | 'given-up'
    tries: number
    /** How many of them the receiver refused. */
    refused: number
    /** What the last try came to: a status, or a code. */
    status: string | null
    ended_at: string | null
  }
}
