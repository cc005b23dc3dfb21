import 'server-only'
import { problem } from '@/lib/core/problem'
import type { Operation } from '@/lib/operations/declare/operation'
import type { ServiceClock } from '@/lib/operations/effects/renews-on'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { singleton } from '@/lib/platform/singleton'
import type { ServiceFailure } from './failure'

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

const absent = () => singleton('absent-reads', () => new Set<string>())
const keyOf = (merchant: Merchant, operation: Operation) => `${merchant.code} ${operation.name}`

/** Whether this merchant account has an extra read: as configured, or for "auto" until the service has shown that it lacks it. */
export function hasRead(merchant: Merchant, operation: Operation): boolean {
  return !operation.extra || (merchant.reads !== false && !absent().has(keyOf(merchant, operation)))
}

export function requireRead(merchant: Merchant, operation: Operation): void {
  if (hasRead(merchant, operation)) return
  throw problem('notFound', `This isn’t available for the merchant account ${merchant.name}.`, { code: 'read_off' })
}

/** Lets reads that were turned off be tried again. */
export function clearReadUnavailable(merchant: Merchant): void {
  for (const key of absent()) if (key.startsWith(`${merchant.code} `)) absent().delete(key)
}

/**
 * For "auto": the service's own 403, or a 404 or 405 on the path itself, as against an unknown buyer, turns the read off until restart.
 * The service answers an unknown buyer in one of its own error shapes, and a path that it doesn't have in none. A 403 from a proxy counts for
 * nothing.
 */
export function markReadUnavailable(merchant: Merchant, operation: Operation, { failure }: ServiceFailure): boolean {
  const onThePath = failure.code === 'no_such_path' || (failure.status === 403 && failure.proves === 'refused')
  if (!operation.extra || merchant.reads !== 'auto' || !onThePath) return false
  absent().add(keyOf(merchant, operation))
  log.warn({ merchant: merchant.code, operation: operation.name, status: failure.status }, 'read_turned_off')
  return true
}
