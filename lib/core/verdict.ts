/** A row that people see and that is not what the journal says of it: which, and which field where it is a field. */
export type RowFault = { table: string; id: string; field: string | null; why: string }

/**
 * Whether the journal is whole, and if not, the first place where it is not. With `rows` the chain itself is whole, but they are not what
 * it says; with `checkpoints` the file beside the database is not.
 */
export type Verdict =
  | { whole: true; entries: number; head: string }
  | { whole: false; seq: number; why: string; rows?: RowFault[]; checkpoints?: true }

/**
 * Where an action is in the chain: the numbers of its entries, the hash of the newest and of the one before it, and the first checkpoint
 * written after it. `isUnbroken` says that each of its entries fits the one before; the rest of the chain is not looked at.
 */
export type ChainPlace = {
  entries: number[]
  hash: string
  previous: string | null
  isUnbroken: boolean
  checkpoint: { seq: number; at: string } | null
}

/** What a page can say of the journal without walking it: how many entries there are, and what is wrong with its newest, if anything. */
export type ChainEnd = { entries: number; fault: string | null }
