import { isObject } from './tolerant'

/** What the service writes, and what it is called here. Where both stand in one object, ours wins. */
const spellings = new Map([
  ['mounthlyAmount', 'monthlyAmount'], // D44
  ['durationMonth', 'durationMonths'], // D46
  ['precheckAutoCharge', 'precheckAutocharge'], // D55
  ['auto\u0421hargeStatus', 'autoChargeStatus'], // D34: the letter after "auto" is Cyrillic
  ['googleAnalyticsClientId', 'analyticsClientId'], // D5
])

// What stands inside these belongs to the merchant and is not ours to rename.
const merchantsOwn = new Set(['metaData', 'buyerMeta'])

/** An answer of the service with our spelling of its keys, at any depth. */
export function inOurSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOurSpelling)
  if (!isObject(value)) return value
  const renamed = Object.entries(value).flatMap(([key, inner]) => {
    const ours = spellings.get(key) ?? key
    if (ours !== key && Object.hasOwn(value, ours)) return []
    return [[ours, merchantsOwn.has(key) ? inner : inOurSpelling(inner)]]
  })
  return Object.fromEntries(renamed)
}
