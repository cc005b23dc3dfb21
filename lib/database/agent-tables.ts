import 'server-only'

/** Machines: programs that read and propose for a person. */
export type AgentTables = {
  agent_tokens: {
    id: string
    name: string
    /** SHA-256 of the token, which is shown once. */
    digest: string
    /** Its last four characters, so that people can tell two apart. */
    tail: string
    /** The person it works for, and may never do more than. */
    account_id: string
    /** JSON: the codes of the merchant accounts. */
    merchants: string
    /** JSON: `read`, `propose`. */
    scopes: string
    reads_a_minute: number
    proposals_an_hour: number
    waiting_most: number
    expires_at: string
    made_by: string
    made_at: string
    revoked_at: string | null
    revoked_by: string | null
    last_used_at: string | null
  }
  /** Every call of a tool, written before its answer. */
  agent_calls: {
    id: string
    at: string
    token_id: string
    tool: string
    merchant: string
    buyer_id: string | null
    ticket: string | null
    /** Keyed, of what was given. */
    digest: string
    outcome: string
    ms: number
    /** The journal's entry that vouches for it; null until the minute is over. */
    entry: string | null
  }
  /** When a person last opened a proposal, and what it would have done then: only that is pressed. */
  proposal_looks: { approval_id: string; account_id: string; at: string; effect_hash: string }
}
