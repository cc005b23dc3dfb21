import { isObject } from '@/lib/core/json'

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u{e0000}-\u{e007f}]/gu

const spelt = (character: string) =>
  [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/**
 * A text for a terminal. Whatever could move its cursor, colour it, turn a line around or hide something is spelt out, whoever has written it;
 * a line may still end.
 */
export const plain = (text: string): string => text.replace(unseen, (found) => (found === '\n' ? found : spelt(found)))

const oneLine = (text: string) => text.replace(unseen, spelt)

/** JSON that says the same and is as safe in a terminal: what is spelt out is what JSON itself would read back. */
export const asJson = (value: unknown): string => plain(JSON.stringify(value, null, 2))

const widest = 56
const clipped = (text: string) => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)

/** `untrustedProduct` as people read it. */
function heading(key: string): string {
  const [, outside] = /^untrusted(.+)$/.exec(key) ?? []
  const words = (outside ?? key).replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return oneLine(outside === undefined ? words : `${words} (unchecked)`)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cellOf).join(', ')
  if (!isObject(value)) return oneLine(String(value))
  if (typeof value.amount === 'string') return oneLine([value.amount, value.currency].filter(Boolean).join(' '))
  return Object.entries(value)
    .map(([key, inner]) => `${heading(key)} ${cellOf(inner)}`)
    .join(', ')
}

/** What is known of a thing of the buyer's, each fact in a column of its own rather than in a row. */
function withFacts(row: Record<string, unknown>): Record<string, unknown> {
  const { facts, ...rest } = row
  if (!Array.isArray(facts)) return row
  const named = facts.filter(isObject).map((fact) => [String(fact.field), fact.value ?? fact.untrustedValue] as const)
  return { ...rest, ...Object.fromEntries(named) }
}

function tableOf(given: readonly Record<string, unknown>[]): string[] {
  const rows = given.map(withFacts)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [columns.map(heading), ...rows.map((row) => columns.map((column) => clipped(cellOf(row[column]))))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => [...(row[at] ?? '')].length)))
  return cells.map((row) =>
    row
      .map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  )
}

/** An answer of a tool for people: its lists as tables, the rest as lines. */
export function asTable(answer: Record<string, unknown>): string {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isObject))
  const single = Object.entries(answer).filter(([key]) => !lists.some(([name]) => name === key))
  const width = Math.max(0, ...single.map(([key]) => heading(key).length))
  const lines = single.map(([key, value]) => `${heading(key).padEnd(width)}  ${cellOf(value)}`)
  const tables = lists.flatMap(([key, value]) => ['', `${heading(key)}:`, ...tableOf(value as Record<string, unknown>[])])
  return [...lines, ...tables].join('\n').replace(/^\n/, '')
}
