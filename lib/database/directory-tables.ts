import 'server-only'
import type { Generated } from 'kysely'

/** What a buyer is found by, the merchant's lists, and what an admin has set. */
export type DirectoryTables = {
  /** What a buyer is found by: one row for each id, e-mail, name, … of theirs, folded as it is searched. */
  directory_keys: {
    id: Generated<number>
    merchant: string
    /** Empty for what belongs to no single buyer: the descriptors of bank statements. */
    buyer_id: string
    kind: KeyKind
    key: string
    /** The order or charge it was seen on, or empty. */
    thing: string
    /** The day it passed through last, which decides how long it is kept. */
    seen_on: string
  }
  /** Charges by what a bank statement tells of them. */
  directory_charges: {
    merchant: string
    charge_id: string
    buyer_id: string
    order_id: string
    /** A decimal without needless zeros, or empty. */
    amount: string
    /** As the service gave it. */
    amount_given: string
    currency: string
    /** The service's day, or empty. */
    day: string
    last_four: string
    /** Folded. */
    descriptor: string
    status: string
    seen_on: string
    /** What follows is null where the charge was seen last by a version that didn't keep it. When it was made, as the service gave it. */
    made_at: string | null
    provider: string | null
    /** Why it was declined, as the service gave it. */
    code: string | null
    /** What the order is of, by the names of its products. */
    product: string | null
    /** `renewal` or `other`. */
    kind: string | null
    /** What its order came to: `received`, `open`, `other` or `lost`. */
    order_state: string | null
    /** 1 for the newest attempt of its order, else 0. */
    is_last: number | null
    /** The place of a received charge among those of its order, from 1 on; 0 for one that wasn't received. */
    receipt: number | null
    /** The tax of its order as given, on the first receipt. */
    tax: string | null
    /** An event doesn't change what was read from the service. */
    told_by: 'read' | 'event'
    /** What was asked for a lost order and in which currency, on its last attempt. */
    asked: string | null
    asked_currency: string | null
  }
  /** Each subscription as it was seen last: what lists across buyers are made of. Texts that aren't known are empty. */
  directory_subscriptions: {
    merchant: string
    buyer_id: string
    subscription_id: string
    status: string
    /** 1 for on, 0 for off, null where it isn't known. */
    autocharge: number | null
    /** ISO in UTC; noon where only the day is known. */
    ends_at: string
    product: string
    /** Since when it has had its status, and why, as the service gave it. */
    status_at: string
    status_why: string
    /** ISO in UTC. */
    seen_at: string
  }
  directory_counts: { merchant: string; buyers: number }
  /** What passed through and is not in the directory yet; written with the facts of the same answer. */
  directory_pending: { id: string; merchant: string; buyer_id: string; note: string; tries: number }
  /** The merchant's lists: where each stands. `counts`, `columns` and `mapping` are JSON. */
  imports: {
    id: string
    merchant: string
    /** SHA-256 of the file: the same list given again goes on where it stopped. */
    digest: string
    columns: string
    mapping: string
    state: ImportState
    rows_in_file: number | null
    rows_done: number
    counts: string
    why: string | null
    account_id: string
    person: string
    /** The process that works on it. */
    process: string
    created_at: string
    touched_at: string
  }
  /** An uploaded list in pieces, until it is imported or given up. */
  import_chunks: { import_id: string; number: number; text: string }
  import_rejects: { import_id: string; line: number; why: string; cells: string }
  desk_settings: { name: string; value: string; changed_at: string }
}

export type KeyKind =
  | 'buyer'
  | 'email'
  | 'name'
  | 'nameWord'
  | 'order'
  | 'charge'
  | 'transaction'
  | 'subscription'
  | 'method'
  | 'token'
  | 'card'
  | 'descriptor'
export type ImportState = 'uploading' | 'uploaded' | 'checking' | 'checked' | 'importing' | 'done' | 'failed'
