import 'server-only'

/** What leaves the dashboard, and what comes from the company's directory. */
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
    /** How often it has failed since it last succeeded, since when, and why. */
    tries: number
    due_at: string
    failed_since: string | null
    why: string | null
  }
}
