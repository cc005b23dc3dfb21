import 'server-only'
import * as z from 'zod/mini'
import { holdsCardNumber } from '@/lib/core/card-number'
import { country, email, line, locale, productCode, uuid } from '@/lib/operations/schemas/scalars'
import type { ImportColumn, ImportMapping } from '../import-columns'
import type { ListRow } from './read-rows'

/** What a row tells of a buyer; what its cells leave empty is left out. */
export type ListedBuyer = {
  buyerId: string
  email?: string
  country?: string
  locale?: string
  name?: string
  subscriptionIds: string[]
  tokens: string[]
  products: string[]
}

const maxInList = 50
const name = line(200).check(z.refine((text) => !holdsCardNumber(text), 'Leave out the card number'))

class Wrong extends Error {}

/** The buyer of a row, or why it is rejected, as a sentence that names the column. */
export function buyerInRow({ cells }: ListRow, mapping: ImportMapping, width: number): ListedBuyer | { why: string } {
  if (cells.length !== width) return { why: `The row has ${cells.length} columns but the header has ${width}` }
  const text = (column: ImportColumn) => cells[mapping[column] ?? -1] ?? ''
  const checked = (column: ImportColumn, schema: Schema, given: string): string => {
    const read = schema.safeParse(given)
    if (read.success) return read.data
    throw new Wrong(`${column}: ${read.error.issues[0]?.message}`)
  }
  const maybe = <C extends ImportColumn>(column: C, schema: Schema) =>
    text(column) === '' ? {} : ({ [column]: checked(column, schema, text(column)) } as Record<C, string>)
  const list = (column: ImportColumn, schema: Schema) => {
    const given = text(column)
      .split(/[\s,;|]+/)
      .filter(Boolean)
    if (given.length > maxInList) throw new Wrong(`${column}: use ${maxInList} or fewer`)
    return given.map((each) => checked(column, schema, each))
  }
  try {
    return {
      buyerId: checked('buyerId', uuid, text('buyerId')),
      ...maybe('email', email),
      ...maybe('country', country),
      ...maybe('locale', locale),
      ...maybe('name', name),
      subscriptionIds: list('subscriptionIds', uuid),
      tokens: list('tokens', token),
      products: list('products', productCode),
    }
  } catch (cause) {
    if (cause instanceof Wrong) return { why: cause.message }
    throw cause
  }
}

type Read = { success: true; data: string } | { success: false; error: { issues: { message: string }[] } }
type Schema = { safeParse(given: unknown): Read }

const token: Schema = {
  safeParse: (given) =>
    typeof given === 'string' && /^[1-9]\d{0,9}$/.test(given)
      ? { success: true, data: given }
      : { success: false, error: { issues: [{ message: 'Enter tokens as whole numbers' }] } },
}
