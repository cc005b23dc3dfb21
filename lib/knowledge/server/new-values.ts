import 'server-only'
import { isObject } from '@/lib/core/json'
import type { Operation } from '@/lib/operations/declare/operation'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'

// The known values of each field (service-facts 2.3 and 2.5). The service doesn't promise that any list is complete.
const known: Record<string, Record<string, readonly string[]>> = {
  getChargeHistory: {
    status: [
      'created',
      'redirected',
      'confirmed',
      'deferred',
      'authorized',
      'verified',
      'captured',
      'settled',
      'declined',
      'failed',
    ],
    target: ['original', 'cascade'],
    riskSegment: ['white', 'low', 'potential_high', 'black'],
    actionType: ['initial', 'crossSale', 'renew', 'oneclick'],
  },
  listSubscriptions: { status: ['active', 'frozen', 'expired', 'blocked', 'disabled', 'suspended'] },
}

/** Logs once per process and value what the service says that its documents do not. */
export function recordNewValues(operation: Operation, answer: unknown): void {
  const words = known[operation.name]
  if (words)
    walk(
      answer,
      (field, value) => Object.hasOwn(words, field) && !words[field]?.includes(value) && recordOnce(operation.name, field, value),
    )
}

function recordOnce(operation: string, field: string, value: string): void {
  const seen = singleton('new-values', () => new Set<string>())
  const name = `${operation} ${field} ${value.slice(0, 64)}`
  if (seen.has(name) || seen.size > 1_000) return
  seen.add(name)
  log.warn({ operation, field, value: value.slice(0, 64) }, 'new_value_seen')
}

function walk(value: unknown, visit: (field: string, value: string) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (isObject(value)) {
    for (const [field, inner] of Object.entries(value)) {
      if (typeof inner === 'string') visit(field, inner)
      else walk(inner, visit)
    }
  }
}
