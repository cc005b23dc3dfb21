/** Whether the journal is whole, and if not, the first place where it is not. */
export type Verdict = { whole: true; entries: number; head: string } | { whole: false; seq: number; why: string }
