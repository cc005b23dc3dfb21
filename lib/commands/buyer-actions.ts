import type { Action } from './action'

/**
 * A page of what was done to a buyer, newest first. `open` holds all actions without an answer or a settlement, however old; only the first
 * page has it. `next` is the cursor of the next older page, null at the end.
 */
export type BuyerActions = { actions: Action[]; open: Action[]; next: string | null }
