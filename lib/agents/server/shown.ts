import 'server-only'
import { masked, maskedForScreen } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { withoutPersonal } from '@/lib/service/failure'

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u{e0000}-\u{e007f}]/gu

const spelt = (character: string) =>
  [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** A text from outside with whatever nobody sees spelt out, so that it can hide nothing and turn no line around. */
export const inSight = (text: string): string => text.replace(unseen, spelt)

/**
 * What a machine may see of an answer: without what is personal in the service's words, and masked as on a screen that others see. All tools answer through here, so that two of them never show
 * two halves of one value.
 */
export const shown = <T>(value: T): T => everyText(maskedForScreen(masked(withoutPersonal(value)))) as T

function everyText(value: unknown): unknown {
  if (typeof value === 'string') return inSight(value)
  if (Array.isArray(value)) return value.map(everyText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, everyText(inner)]))
}

const longestText = 300

/** A text from outside that isn't needed whole. It's masked first, for half an e-mail address isn't known for one. */
export function clipped(text: string): string {
  const seen = shown(text)
  return seen.length > longestText ? `${seen.slice(0, longestText)}…` : seen
}

// What can hold no sentence: numbers, ids, days and times, currencies and countries, and the few words that are ours.
const plain =
  /^(?:-?\d{1,18}(?:\.\d{1,18})?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})?)?|[A-Z]{2,3}|)$/
const ourWords = new Set(['active', 'suspended', 'disabled', 'expired', 'settled', 'captured', 'declined', 'failed'])

/**
 * An answer of the service in which every text that could say something stands in a field whose name says that nobody checked it: `name`
 * becomes `untrustedName`. A list or map of such texts is marked by its own name.
 */
export function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => (saysSomething(inner) ? [untrusted(key), outside(inner)] : [key, marked(inner)])),
  )
}

const untrusted = (key: string) => `untrusted${key.charAt(0).toUpperCase()}${key.slice(1)}`
const outside = (value: unknown) => (typeof value === 'string' ? clipped(value) : value)

const saysSomething = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((each) => typeof each === 'string' && saysSomething(each))
    : typeof value === 'string' && !plain.test(value) && !ourWords.has(value)

/** What an answer may take in bytes: a model reads all of it. The protocol puts the text into a JSON string, so it's measured as that. */
const maxBytes = 19_500

const bytesBeside = 500

const sizeOf = (text: string) => Buffer.byteLength(JSON.stringify(text))

/** How many of a list's items, from its first, an answer has room for beside a little else; one at least. */
export function roomFor(items: readonly unknown[]): number {
  let size = 0
  const over = items.findIndex((item) => {
    size += sizeOf(JSON.stringify(shown(item))) + 1
    return size > maxBytes - bytesBeside
  })
  return over === -1 ? items.length : Math.max(1, over)
}

/**
 * An answer as JSON of at most so many bytes. Where it is longer, the longest list in it is cut at a whole item; `left` says how many items
 * are missing. Throws `invalid` where no list can be cut.
 */
export function fitted(answer: object): string {
  const whole = JSON.stringify(answer)
  if (sizeOf(whole) <= maxBytes) return whole
  const lists = Object.entries(answer).filter((pair): pair is [string, unknown[]] => Array.isArray(pair[1]) && pair[1].length > 0)
  const [name, items] =
    lists.toSorted(([, one], [, other]) => sizeOf(JSON.stringify(other)) - sizeOf(JSON.stringify(one)))[0] ?? []
  if (name === undefined || items === undefined)
    throw problem('invalid', 'The answer is too long. Nothing is wrong with what you asked, but ask for less.', {
      code: 'too_long',
    })
  let [from, to] = [0, items.length - 1]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if (sizeOf(JSON.stringify(cut(answer, name, items, middle))) <= maxBytes) from = middle
    else to = middle - 1
  }
  return from === 0 ? fitted({ ...answer, [name]: [], left: items.length }) : JSON.stringify(cut(answer, name, items, from))
}

const cut = (answer: object, name: string, items: readonly unknown[], count: number) => ({
  ...answer,
  [name]: items.slice(0, count),
  left: items.length - count,
})
