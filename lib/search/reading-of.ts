import { withoutCardNumbers } from '@/lib/core/card-number'
import { dayIn } from '@/lib/core/dates'
import { isMessage } from './is-message'
import { cluesIn, type ReadingContext } from './message-clues'
import type { Reading, TextReading } from './search-reading'

// By hand and not by the schemas, which the browser does not load for a guess; the handler checks again what it sends.
const shapes: readonly [Exclude<Reading, 'clues'>, RegExp][] = [
  ['buyerId', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['lastFour', /^\d{4}$/],
  ['orderId', /^[A-Za-z0-9]{8}$/],
]

/** Reads what was typed or pasted; null where there is nothing. A full card number is left out before anything is read. */
export function readingOf(typed: string, context: ReadingContext = { today: dayIn(Date.now(), 'UTC') }): TextReading | null {
  const message = withoutCardNumbers(typed)
  const text = message.trim()
  if (text === '') return null
  const as = shapes.find(([, shape]) => shape.test(text))?.[0]
  if (as) return { as, text: as === 'buyerId' ? text.toLowerCase() : text }
  const clues = cluesIn(message, context)
  // A descriptor or a name alone is looked for as it was typed.
  const tellsMore = clues.some(({ kind }) => kind !== 'text' && kind !== 'descriptor')
  return isMessage(text) || tellsMore ? { as: 'clues', clues } : { as: 'other', text }
}
