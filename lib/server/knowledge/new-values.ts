import 'server-only'
import type { Operation } from '@/lib/operations/operation'
import { isObject } from '@/lib/operations/schemas/tolerant'
import { log } from '../log'
import { once } from '../once'

// Lists of service-facts 2.3 and 2.5, by the field whose words they are. None is promised to be complete.
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
export function noteNewValues(operation: Operation, answer: unknown): void {
  const words = known[operation.name]
  if (words)
    walk(
      answer,
      (field, value) => Object.hasOwn(words, field) && !words[field]?.includes(value) && noteOnce(operation.name, field, value),
    )
}

function noteOnce(operation: string, field: string, value: string): void {
  const seen = once('new-values', () => new Set<string>())
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
