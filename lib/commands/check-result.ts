/** What a reading says of an action nobody answered. It is a look, not a settlement. */
export type CheckResult = { says: 'applied' | 'not-applied' | 'cannot-tell'; why: string }
