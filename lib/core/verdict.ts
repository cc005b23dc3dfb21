/** A row that people see and that is not what the journal says of it: which, and which field where it is a field. */
export type RowFault = { table: string; id: string; field: string | null; why: string }

/**
 * Whether the journal is whole, and if not, the first place where it is not. With `rows` the chain itself is whole, but they are not what
 * it says; with `checkpoints` the file beside the database is not.
 */
export type Verdict =
  | { whole: true; entries: number; head: string }
  | { whole: false; seq: number; why: string; rows?: RowFault[]; checkpoints?: true }
