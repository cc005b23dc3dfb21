import 'server-only'

/** One command for many targets. Texts that are JSON say so; 0 and 1 are no and yes. */
export type IncidentTables = {
  incidents: {
    id: string
    version: number
    merchant: string
    state: IncidentStateInTable
    /** JSON. */
    command: string
    reason: string
    ticket: string | null
    rate: number
    rate_approved: number | null
    read_each: number
    unknown_as: 'read' | 'leave-out'
    rows: number
    /** Of all rows as they were previewed; with the rest of the plan it makes the plan's. */
    rows_hash: string | null
    plan_hash: string | null
    /** JSON. */
    preview: string | null
    planned_account: string
    planned_by: string
    made_at: string
    changed_at: string
    asked_at: string | null
    asked_account: string | null
    asked_by: string | null
    decided_as: 'approved' | 'declined' | null
    decided_at: string | null
    decided_account: string | null
    decided_by: string | null
    decision_note: string | null
    started_at: string | null
    /** In whose name rows are sent. */
    run_account: string | null
    run_by: string | null
    generation: number
    /** How often it has paused by itself since somebody approved it. */
    trips: number
    /** When the newest outcome came that was known when it last went on: it and those before no longer count for its limits. */
    resumed_at: string | null
    /** JSON: the numbers of the rows that it's tried on. */
    pilot: string | null
    pilot_over_at: string | null
    looked_at: string | null
    looked_by: string | null
    paused_as: string | null
    paused_at: string | null
    paused_by: string | null
    paused_why: string | null
    paused_from: 'pilot' | 'running' | null
    inverse_of: string | null
    ended_at: string | null
    closed_at: string | null
  }
  incident_rows: {
    incident: string
    n: number
    /** As the target of a command: `subscription:{id}` or `token:{number}`. */
    target: string
    given_buyer: string | null
    buyer_id: string | null
    note: string | null
    state: 'planned' | 'left-out' | 'ready' | 'done' | 'refused' | 'not-sent' | 'unconfirmed' | 'moved'
    why: string | null
    /** What the service said, who has it, what moved; nothing personal. */
    words: string | null
    /** The value before, sealed JSON; empty once the buyer is erased. */
    before: string | null
    /** JSON: what the command would send, and its effect. */
    predicted: string | null
    /** Digest of the row as it was previewed. */
    planned: string | null
    /** When the term ends, so that a pilot takes the first and the last. */
    sorted_by: string | null
    generation: number
    action_id: string | null
    /** Since when it's on the wire. */
    claimed_at: string | null
    tries: number
    due_at: string | null
    at: string | null
    /** The journal's entry that vouches for it; null before it came to its end. */
    batch: string | null
  }
  /** Which process works on an incident, until when, and how far its preview is. */
  incident_work: { incident: string; process: string; until: string; previewing: number; done: number }
  /** From when on an account's next command may be sent: milliseconds since 1970 as text, with a fraction. */
  incident_paces: { merchant: string; at: string }
}

type IncidentStateInTable =
  | 'draft'
  | 'previewed'
  | 'waiting'
  | 'approved'
  | 'pilot'
  | 'look'
  | 'running'
  | 'paused'
  | 'done'
  | 'stopped'
  | 'closed'
