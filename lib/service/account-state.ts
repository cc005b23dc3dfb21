import 'server-only'
import { problem } from '@/lib/core/problem'
import type { Operation } from '@/lib/operations/declare/operation'
import type { ServiceClock } from '@/lib/operations/effects/renews-on'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { singleton } from '@/lib/platform/singleton'
import { ServiceFailure } from './failure'

// What the newest answers of the service showed of a merchant account: whether it takes our keys, its clock, and the reads it lacks.

/** Whether the service takes our keys, as the newest answer of a merchant account says. Clock difference in seconds. */
export type KeysState = { refusedAt: Date | null; acceptedAt: Date | null; clockDifference: number | null }

const states = () => singleton('keys-states', () => new Map<string, KeysState>())

export const keysStateOf = (merchant: string): KeysState =>
  states().get(merchant) ?? { refusedAt: null, acceptedAt: null, clockDifference: null }

export function keysAnswered(merchant: string, refused: boolean, clockDifference: number | null): void {
  const now = new Date()
  const before = keysStateOf(merchant)
  states().set(merchant, {
    refusedAt: refused ? (before.refusedAt ?? now) : null,
    acceptedAt: refused ? before.acceptedAt : now,
    clockDifference: clockDifference ?? before.clockDifference, // an answer without a date measures nothing
  })
}

/** An answer tells its time in whole seconds and is a moment under way: clocks that agree seem to differ by less than this, in seconds. */
const unmeasurable = 2

/** The service's clock, in the account's zone, as far ahead of ours as the newest answer showed. */
export function serviceClock({ code, timeZone }: Pick<Merchant, 'code' | 'timeZone'>): ServiceClock {
  const difference = keysStateOf(code).clockDifference ?? 0
  return { zone: timeZone, ahead: Math.abs(difference) < unmeasurable ? 0 : Math.round(difference * 1000) }
}

/** After its keys were changed nothing is known of an account. */
export const forgetKeysState = (merchant: string) => states().delete(merchant)

/** Names of the merchant accounts whose keys the service refuses now. */
export function refusedKeys(): string[] {
  return [...states()].filter(([, { refusedAt }]) => refusedAt !== null).map(([merchant]) => merchant)
}

/** For how long a read that the service seems to lack isn't asked for, in milliseconds: it may have been wrong, or the read may come. */
export const absentForMs = 10 * 60_000

const absent = () => singleton('absent-reads', () => new Map<string, number>())
const keyOf = (merchant: Merchant, operation: Operation) => `${merchant.code} ${operation.name}`

/** Whether this merchant account has an extra read: as configured, or for "auto" unless the service has lately shown that it lacks it. */
export function hasRead(merchant: Merchant, operation: Operation): boolean {
  const lackedAt = absent().get(keyOf(merchant, operation)) ?? Number.NEGATIVE_INFINITY
  return !operation.extra || (merchant.reads !== false && Date.now() - lackedAt >= absentForMs)
}

/** Whether an extra read isn't asked for at the moment, because the service has refused it or answered as if it had none. */
export const isReadResting = (merchant: Merchant, operation: Operation): boolean =>
  operation.extra === true && merchant.reads === 'auto' && !hasRead(merchant, operation)

export function requireRead(merchant: Merchant, operation: Operation): void {
  if (hasRead(merchant, operation)) return
  throw problem('notFound', `This isn’t available for the merchant account ${merchant.name}.`, { code: 'read_off' })
}

/** Lets reads that were turned off be tried again. */
export function clearReadUnavailable(merchant: Merchant): void {
  for (const key of absent().keys()) if (key.startsWith(`${merchant.code} `)) absent().delete(key)
}

/**
 * What an answer says of an extra read that is left to be found out: `refused` is the service's own 403; `nothing-there` is a 404 or 405
 * on the path itself, which may be a gateway's as well, since the service answers an unknown buyer in one of its own error shapes and a
 * path that it doesn't have in none; null is anything else, such as a 403 from a proxy.
 */
export function signOfAbsence(merchant: Merchant, operation: Operation, cause: unknown): 'refused' | 'nothing-there' | null {
  if (!operation.extra || merchant.reads !== 'auto' || !(cause instanceof ServiceFailure)) return null
  const { code, status, proves } = cause.failure
  if (code === 'no_such_path') return 'nothing-there'
  return status === 403 && proves === 'refused' ? 'refused' : null
}

const answered = () => singleton('answered-reads', () => new Set<string>())

/** Notes that a merchant account has an extra read. */
export function markReadAnswered(merchant: Merchant, operation: Operation): void {
  if (operation.extra) answered().add(keyOf(merchant, operation))
}

/** Whether this process has had an answer to an extra read. */
export const hasAnswered = (merchant: Merchant, operation: Operation): boolean => answered().has(keyOf(merchant, operation))

/** Turns a read off for a while. */
export function markReadUnavailable(merchant: Merchant, operation: Operation): void {
  absent().set(keyOf(merchant, operation), Date.now())
  log.warn({ merchant: merchant.code, operation: operation.name }, 'read_turned_off')
}
