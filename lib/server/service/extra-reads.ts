import 'server-only'
import type { Operation } from '@/lib/operations/operation'
import { problem } from '@/lib/problem'
import { log } from '../log'
import type { Merchant } from '../merchants'
import { once } from '../once'
import type { ServiceFailure } from './failure'

const absent = () => once('absent-reads', () => new Set<string>())
const keyOf = (merchant: Merchant, operation: Operation) => `${merchant.code} ${operation.name}`

/** Whether this merchant account has an extra read: as configured, or for "auto" until the service has shown that it lacks it. */
export function hasRead(merchant: Merchant, operation: Operation): boolean {
  return !operation.extra || (merchant.reads !== false && !absent().has(keyOf(merchant, operation)))
}

export function requireRead(merchant: Merchant, operation: Operation): void {
  if (hasRead(merchant, operation)) return
  throw problem('notFound', `The merchant account ${merchant.name} does not offer this read.`, { code: 'read_off' })
}

/** Lets reads that were turned off be tried again. */
export function forgetAbsence(merchant: Merchant): void {
  for (const key of absent()) if (key.startsWith(`${merchant.code} `)) absent().delete(key)
}

/**
 * For "auto": a 403, 404 or 405 on the path itself, as against an unknown buyer, turns the read off until restart.
 * An unknown buyer is answered in one of the service's error shapes; a path it does not have is not.
 */
export function noticeAbsence(merchant: Merchant, operation: Operation, { failure }: ServiceFailure): boolean {
  const onThePath = failure.code === 'no_such_path' || failure.status === 403
  if (!operation.extra || merchant.reads !== 'auto' || !onThePath) return false
  absent().add(keyOf(merchant, operation))
  log.warn({ merchant: merchant.code, operation: operation.name, status: failure.status }, 'read_turned_off')
  return true
}
