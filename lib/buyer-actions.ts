import type { Action } from './action'

/**
 * A piece of what was done to a buyer, newest first. `open` are all that nobody has answered or settled, however old, with the first
 * piece only; `next` is the cursor of the next older piece, null at the end.
 */
export type BuyerActions = { actions: Action[]; open: Action[]; next: string | null }
