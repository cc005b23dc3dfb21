import 'server-only'
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a text begins with or contains what somebody typed, whatever its capitals. An engine may know the capitals of ASCII alone, so a word
 * with others is also looked for as it was typed.
 */
export function containing(
  text: RawBuilder<string>,
  typed: string,
  where: 'start' | 'anywhere' = 'anywhere',
): RawBuilder<boolean> {
  const pattern = (wanted: string) => `${where === 'start' ? '' : '%'}${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(lower(${text}) like ${pattern(typed.toLowerCase())} escape '\\' or ${text} like ${pattern(typed)} escape '\\')`
}
