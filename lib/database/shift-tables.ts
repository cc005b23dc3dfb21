import 'server-only'

/** What a shift works with: named lists, sheets for the next shift, and who is on what. */
export type ShiftTables = {
  /** Names that people give to lists as they filtered them. */
  views: {
    id: string
    merchant: string
    name: string
    list: string
    /** JSON. */
    filter: string
    account_id: string
    person: string
    /** 1 where everybody sees it, else 0. */
    is_shared: number
    /** Earlier versions pinned a view itself. */
    is_pinned: number
    version: number
    made_at: string
    /** Opens it by a link; null where an earlier version made it. */
    code: string | null
  }
  /** For whom a view is pinned: the id of an account, a role or `everybody`. */
  view_pins: {
    view_id: string
    who: string
    /** Its place among what the person has pinned for themselves; null where they haven't chosen one. */
    position: number | null
  }
  /** Which rows a number counted, as JSON of their keys. `id` is a digest of them, so that the same rows are kept once. */
  counted_rows: { id: string; keys: string; kept_at: string }
  /** Rows of lists that somebody has seen or explained, so that they're no longer listed. `thing` is the key of the row. */
  closed_rows: {
    id: string
    merchant: string
    list: string
    thing: string
    reason: string | null
    account_id: string
    person: string
    closed_at: string
  }
  /** What one shift leaves to the next. */
  handovers: {
    id: string
    merchant: string
    /** JSON of ids and words. */
    items: string
    items_hash: string
    remark: string
    account_id: string
    person: string
    made_at: string
    taken_account: string | null
    taken_by: string | null
    taken_at: string | null
  }
  /** What was promised to a buyer, in a note. `due_on` is a day at the service. */
  promises: {
    id: string
    merchant: string
    buyer_id: string
    note_id: string
    account_id: string
    person: string
    due_on: string
    made_at: string
    done_at: string | null
    done_by: string | null
  }
  /** Whose name is on a row of a list or on an unconfirmed action. One whose time is over counts for nothing. */
  owners: {
    merchant: string
    /** `unconfirmed`, or the name of a list. */
    kind: string
    /** The action's id, or the key of the row. */
    thing: string
    account_id: string
    person: string
    since: string
    until: string
  }
}
