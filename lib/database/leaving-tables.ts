import 'server-only'

/** What leaves the dashboard, what comes from the company's directory, and what a help desk shows. */
export type LeavingTables = {
  /** How far the journal has been sent, by a digest of where to. */
  journal_streams: {
    target: string
    /** The last entry that was taken there, and its hash. */
    seq: number
    hash: string
    /** The process that sends, and until when no other may. */
    process: string
    held_until: string
    /** How often it has failed since it last succeeded. */
    tries: number
    /** No copy tries again before. */
    due_at: string
    /** Since when it fails, and why: a status or a code. */
    failed_since: string | null
    why: string | null
  }
  /** Somebody whom the company's directory has told us of. Their row stays when they're removed there. */
  scim_people: {
    account_id: string
    /** As the directory writes it. */
    user_name: string
    /** By what a user name is unique among those who are there; null for one who was removed. */
    user_name_key: string | null
    /** The subject of the company's sign-in. */
    external_id: string
    /** 1 or 0: what the directory says. */
    active: number
    /** 1 or 0: whether they're active and have a role that we know. */
    may_enter: number
    /** Names, e-mails and roles as the directory gave them, as JSON. */
    given: string
    made_at: string
    changed_at: string
    removed_at: string | null
  }
  /** What a help desk has shown to get in, and what it got for that. Each is good for minutes and only as often as it says. */
  panel_passes: {
    /** SHA-256 of the token, the signature, the opening or the key: the database decides by it that one is used once. */
    digest: string
    /** `used`: a proof that was taken. `opening`: the address of a page, good once. `key`: what an open page asks with. */
    kind: 'used' | 'opening' | 'key'
    /** The code of the help desk. */
    desk: string
    /** Sealed: the colleague, the ticket and whom it's about; empty for a proof. */
    sealed: string
    expires_at: string
    /** When an opening was taken, or a key first asked. */
    used_at: string | null
    /** Keyed digest of whom the key asked about first: it's good for nobody else. */
    about: string | null
    merchant: string | null
    buyer_id: string | null
  }
}
