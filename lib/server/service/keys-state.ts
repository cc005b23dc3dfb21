import 'server-only'
import { once } from '../once'

/** Whether the service takes our keys, as the newest answer of a merchant account says. Clock difference in seconds. */
export type KeysState = { refusedAt: Date | null; acceptedAt: Date | null; clockDifference: number | null }

const states = () => once('keys-states', () => new Map<string, KeysState>())

export const keysStateOf = (merchant: string): KeysState =>
  states().get(merchant) ?? { refusedAt: null, acceptedAt: null, clockDifference: null }

export function keysAnswered(merchant: string, refused: boolean, clockDifference: number | null): void {
  const now = new Date()
  const before = keysStateOf(merchant)
  states().set(merchant, {
    refusedAt: refused ? (before.refusedAt ?? now) : null,
    acceptedAt: refused ? before.acceptedAt : now,
    clockDifference,
  })
}

/** After its keys were changed nothing is known of an account. */
export const forgetKeysState = (merchant: string) => states().delete(merchant)

/** Names of the merchant accounts whose keys the service refuses now. */
export function refusedKeys(): string[] {
  return [...states()].filter(([, { refusedAt }]) => refusedAt !== null).map(([merchant]) => merchant)
}
