import { daysBetween, formatDay, monthNamed } from '@/lib/core/dates'
import type { EffectRow } from '@/lib/operations/effects/effect'
import { type Action, isOpen } from './action'

/**
 * The first thing that changes, and how many more there are: `30 days more, to 25 Aug 2027`, `Plus 1 month, on → off`. It ends with a
 * question mark where nobody knows whether it happened. Null where nothing was predicted and no product is known.
 */
export function describeChange(action: Pick<Action, 'effect' | 'state' | 'settledAs' | 'product'>): string | null {
  const { product } = action
  const [first, ...more] = action.effect?.rows.filter(({ changes }) => changes) ?? []
  if (!first) return product
  const rest = more.length === 0 ? '' : `, ${more.length} more ${more.length === 1 ? 'change' : 'changes'}`
  if (first.field === 'product' && first.before === 'none' && product !== null) return `${product}${isOpen(action) ? '?' : ''}`
  const of = product === null || first.field === 'product' || first.field === 'endDate' ? '' : `${product}, `
  return `${of}${describeRow(first)}${rest}${isOpen(action) ? '?' : ''}`
}

type About = Pick<Action, 'target' | 'product'>

/** What a command was about, next to its verb: the product, `token 1177420`. Empty where the command is about the buyer as a whole, or the target is a digest that tells people nothing. */
export function describeTarget({ target, product }: About): string {
  if (product !== null) return product
  const [kind = '', id = ''] = target.split(':')
  if (kind === 'token') return `token ${id}`
  return kind === 'subscription' ? `subscription …${id.slice(-4)}` : ''
}

/** What a command changed and what it was about, each said once: `30 days more, to 25 Aug 2027`, `Plus 1 month`. */
export function describeChangeOf(action: About & Parameters<typeof describeChange>[0]): string[] {
  const change = describeChange(action)
  const about = describeTarget(action)
  return [...(change === null ? [] : [change]), ...(about === '' || change?.startsWith(about) ? [] : [about])]
}

function describeRow(row: EffectRow): string {
  const { field, before, after } = row
  const moved = describeMoved(row)
  const day = dayOf(after)
  const to = day === null ? after : formatDay(day) // without “today”, which it isn’t when it’s read
  if (moved !== null) return `${moved}, to ${to}`
  if (after !== null && (field === 'endDate' || field === 'email')) return `to ${to}`
  if (before === 'none' && after !== null) return after
  return `${stateWord(field, before)} → ${stateWord(field, after)}`
}

/** `30 days more`, `1 day less`: how far an end date moves, where both days are known. */
export function describeMoved({ field, before, after }: Pick<EffectRow, 'field' | 'before' | 'after'>): string | null {
  const [from, to] = [dayOf(before), dayOf(after)]
  if (field !== 'endDate' || from === null || to === null) return null
  const days = daysBetween(from, to)
  if (days === 0) return null
  return `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days > 0 ? 'more' : 'less'}`
}

/** What an undo returns to: `25 Nov 2026`, `on`. Null where the action changed nothing that was known before. */
export function backTo({ effect }: Pick<Action, 'effect'>): string | null {
  const row = effect?.rows.find(({ changes, before }) => changes && before !== null && before !== 'none')
  if (!row) return null
  const day = dayOf(row.before)
  return day === null ? stateWord(row.field, row.before) : formatDay(day)
}

/** An on or off within a sentence; anything else as it is. */
const stateWord = (field: string, words: string | null): string =>
  words === null ? 'unknown' : field === 'autoChargeStatus' || field === 'isEnabled' ? words.toLowerCase() : words

/** The key of a day that a preview wrote in words, perhaps with its time: entries keep the words alone. */
function dayOf(words: string | null): string | null {
  const [, date = '', word = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})(?:, .+)?$/.exec(words ?? '') ?? []
  const month = word === '' ? null : monthNamed(word)
  return month === null ? null : `${year}-${month}-${date.padStart(2, '0')}`
}
