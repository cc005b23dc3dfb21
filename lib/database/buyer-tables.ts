import 'server-only'

/** What people keep about buyers: notes, quotes, who has whom open, whose card was seen where. */
export type BuyerTables = {
  /** What people write about a buyer for each other. The text stands in the versions. */
  notes: {
    id: string
    merchant: string
    buyer_id: string
    account_id: string
    ticket: string | null
    created_at: string
    /** 1 where it's meant for the next shift. */
    for_shift: number | null
  }
  /** Every text a note ever had; the highest version is the one that is shown. */
  note_versions: { note_id: string; version: number; text: string; written_at: string }
  /** Whom a note names, until they say that they have seen it. */
  note_mentions: { note_id: string; account_id: string; mentioned_at: string; seen_at: string | null }
  /** Who has a buyer open in which page, until `seen_at` is too long ago. */
  presence: {
    merchant: string
    buyer_id: string
    tab: string
    account_id: string
    /** The verb whose dialog is open, or null. */
    verb: string | null
    seen_at: string
  }
  /** Prices frozen for colleagues; the id is the secret of the link. */
  quotes: {
    id: string
    merchant: string
    buyer_id: string
    account_id: string
    person: string
    words: string
    /** The body that was asked, with one bundle, as JSON. */
    request: string
    /** What was answered, as JSON; masked. */
    answer: string
    made_at: string
    valid_until: string
    shared_at: string | null
    used_at: string | null
    used_by: string | null
    used_action_id: string | null
    /** The options it was chosen from with their prices, as JSON. The columns from here on are null in quotes of older versions. */
    compared: string | null
    /** What the customer calls it by. */
    reference: string | null
    /** The buyer's address where a person typed it, sealed. */
    address: string | null
    /** When the service was last asked again, and what it then said, as JSON. */
    checked_at: string | null
    checked: string | null
    /** The order of the buyer's history that took it up. */
    taken_order: string | null
    withdrawn_at: string | null
    /** By what its entries in the journal are found. Null while only versions without any have written it. */
    entry_id: string | null
  }
  /** Which buyers a card was seen under; of the card only a keyed digest of its fingerprint. */
  cards: { merchant: string; card: string; buyer_id: string; seen_at: string }
  /** Buyers looked at lately, by minute (`2026-01-31T12:00`) and person. */
  buyers_opened: { minute: string; account_id: string; buyer_id: string }
}
