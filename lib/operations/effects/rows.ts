import { dayIn, formatDay, momentOf } from '@/lib/core/dates'
import { oneId } from '@/lib/core/fold'
import { isObject } from '@/lib/core/json'
import type { EffectRow, Situation } from './effect'

/** The value known of a field; undefined where nothing is known. */
export const factIn = (known: Situation['known'], field: string): unknown => known[field]?.value ?? undefined

/** A row of what the command sets. */
export function becomes(situation: Situation, field: Field, value: unknown, expects = value): EffectRow {
  const after = columns[field].words(value, situation.zone)
  const was = rowOf(situation, field)
  return { ...was, after, changes: was.before === null || was.before !== after, expects: expects ?? null }
}

/** A row of what the command leaves alone. */
export function stays(situation: Situation, field: Field): EffectRow {
  const was = rowOf(situation, field)
  return { ...was, after: was.before, changes: false, expects: was.before === null ? null : factIn(situation.known, field) }
}

/** A row of what the command may change, in a way that cannot be foreseen. */
export const mayChange = (situation: Situation, field: Field): EffectRow => ({
  ...rowOf(situation, field),
  after: null,
  changes: true,
  expects: null,
})

/** A row of what a command makes: there is nothing before. Where an answer may tell it, `expects` is what it is then. */
export const made = (field: string, label: string, after: string | null, expects: unknown = null): EffectRow => ({
  field,
  label,
  before: 'none',
  beforeAsOf: null,
  after,
  changes: true,
  expects,
})

function rowOf({ known, zone }: Situation, field: Field): Pick<EffectRow, 'field' | 'label' | 'before' | 'beforeAsOf'> {
  const { label, words } = columns[field]
  const before = words(factIn(known, field), zone)
  return { field, label, before, beforeAsOf: before === null ? null : (known[field]?.observedAt ?? null) }
}

type Column = {
  label: string
  /** The value for people; null where it is not known. */
  words: (value: unknown, zone: string) => string | null
  /** Whether what is observed is what was foreseen. */
  same: (expected: unknown, observed: unknown, zone: string) => boolean
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
const flag = (yes: string, no: string) => (value: unknown) => (typeof value === 'boolean' ? (value ? yes : no) : null)
const equal = (expected: unknown, observed: unknown) => expected === observed
const sameText = (one: unknown, other: unknown) => String(one).trim().toLowerCase() === String(other).trim().toLowerCase()

/** A discount is answered as a whole number, though more may be sent (service-facts D27). */
function samePercent(expected: unknown, observed: unknown): boolean {
  const [sent, shown] = [Number(expected), Number(observed)]
  return sent === shown || (Number.isInteger(shown) && Math.abs(sent - shown) < 1)
}

/** The fields of an answer that a preview shows and a result is compared by. */
export const columns = {
  autoChargeStatus: { label: 'Autocharge', words: flag('On', 'Off'), same: equal },
  endDate: { label: 'End date', words: dayOrRaw, same: sameDay },
  status: { label: 'Status', words: text, same: equal },
  product: { label: 'Product', words: describeProduct, same: (expected, observed) => idOf(expected) === idOf(observed) },
  isEnabled: { label: 'Token', words: flag('Enabled', 'Disabled'), same: equal },
  email: { label: 'E-mail', words: text, same: sameText },
  discount: { label: 'Discount', words: (value) => (text(value) === null ? null : `${value}%`), same: samePercent },
  coupon: {
    label: 'Coupon',
    words: text,
    same: (expected, observed) => [expected].flat().some((one) => sameText(one, observed)),
  },
  sequence: { label: 'Sequence', words: text, same: equal },
} satisfies Record<string, Column>

export type Field = keyof typeof columns

export const columnOf = (field: string): Column | undefined =>
  Object.hasOwn(columns, field) ? columns[field as Field] : undefined

/** A moment as its day in the zone; a day key as that day; what is neither as it came. */
function dayOrRaw(value: unknown, zone: string): string | null {
  const moment = momentOf(value)
  if (moment !== null) return formatDay(dayIn(moment, zone))
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : text(value)
}

/**
 * By day, since the service may keep a time of day or set its own; and either the day as it writes it or the day in the account's zone,
 * since the documents do not say in which of them it counts. Two moments that the service gave are
 * compared by one of them at a time.
 */
function sameDay(expected: unknown, observed: unknown, zone: string): boolean {
  const [one, other] = [momentOf(expected), momentOf(observed)]
  if (one !== null && other !== null)
    return dayIn(one, zone) === dayIn(other, zone) || String(expected).slice(0, 10) === String(observed).slice(0, 10)
  const days = daysOf(observed, zone)
  return daysOf(expected, zone).some((day) => days.includes(day))
}

function daysOf(value: unknown, zone: string): string[] {
  const moment = momentOf(value)
  return [...(typeof value === 'string' ? [value.slice(0, 10)] : []), ...(moment === null ? [] : [dayIn(moment, zone)])]
}

/** Its name, or what else there is; a product comes as an object, or as its id alone. */
function describeProduct(value: unknown): string | null {
  return isObject(value) ? (text(value.name) ?? text(value.code) ?? text(value.id)) : text(value)
}

/** In one spelling, for the service may write it in another than it was sent in. */
function idOf(product: unknown): string | null {
  const id = text(isObject(product) ? product.id : product)
  return id === null ? null : oneId(id)
}
