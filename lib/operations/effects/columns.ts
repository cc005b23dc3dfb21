import { isObject } from '../schemas/tolerant'
import { dayIn, dayWords, momentOf } from './days'

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

/** The fields of an answer that a preview shows and a result is compared by. */
export const columns = {
  autoChargeStatus: { label: 'Autocharge', words: flag('On', 'Off'), same: equal },
  endDate: { label: 'End date', words: dayOrRaw, same: sameDay },
  status: { label: 'Status', words: text, same: equal },
  product: { label: 'Product', words: productWords, same: (expected, observed) => idOf(expected) === idOf(observed) },
  isEnabled: { label: 'Token', words: flag('Enabled', 'Disabled'), same: equal },
  email: { label: 'E-mail', words: text, same: equal },
} satisfies Record<string, Column>

export type Field = keyof typeof columns

export const columnOf = (field: string): Column | undefined =>
  Object.hasOwn(columns, field) ? columns[field as Field] : undefined

/** A moment as its day in the zone; a day key as that day; what is neither as it came. */
function dayOrRaw(value: unknown, zone: string): string | null {
  const moment = momentOf(value)
  if (moment !== null) return dayWords(dayIn(moment, zone))
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayWords(value) : text(value)
}

/**
 * By day, since the service may keep a time of day or set its own; and either the day as it writes it or the day in the account's zone,
 * since the documents do not say in which of them it counts.
 */
function sameDay(expected: unknown, observed: unknown, zone: string): boolean {
  const days = daysOf(observed, zone)
  return daysOf(expected, zone).some((day) => days.includes(day))
}

function daysOf(value: unknown, zone: string): string[] {
  const moment = momentOf(value)
  return [...(typeof value === 'string' ? [value.slice(0, 10)] : []), ...(moment === null ? [] : [dayIn(moment, zone)])]
}

/** Its name, or what else there is; a product is told as an object, or by its id alone. */
function productWords(value: unknown): string | null {
  return isObject(value) ? (text(value.name) ?? text(value.code) ?? text(value.id)) : text(value)
}

const idOf = (product: unknown): string | null => text(isObject(product) ? product.id : product)
