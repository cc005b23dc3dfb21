export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a JSON value is nested deeper than so many levels. What is deeper than the stack is high can be parsed but not walked. */
export function exceedsDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => exceedsDepth(inner, levels - 1))
}

/** Where a JSON value holds half a character, as text or as a key: the names on the way there with points between. Null where it holds none. */
export function brokenText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`
    const broken = key.isWellFormed() ? brokenText(inner, at) : at.toWellFormed()
    if (broken !== null) return broken
  }
  return null
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }

/** What a text from outside holds, by a schema; null where it is no JSON, or not what the schema says. */
export function parsed<T>(schema: Schema<T>, text: string): T | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/**
 * What this program itself has written with JSON.stringify, sent by a handler or kept in a column, in a shape that the code before this
 * one knew, too: no schema is asked.
 */
export const fromOwnJson = <T = unknown>(text: string): T => JSON.parse(text) as T

/** JSON in which a key is written twice: two readers of it may rest on two different values. */
export class DoubledKey extends SyntaxError {}

/** As JSON.parse, but an object that names a key twice, in whatever spelling, is no JSON. Throws a SyntaxError. */
export function parsedJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (pairsWritten(text) !== pairsKept(value)) throw new DoubledKey('A key is written twice.')
  return value
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/** In JSON that has been parsed, a colon outside a text is a pair, and a text ends at the first quote that is not escaped. */
function pairsWritten(text: string): number {
  let pairs = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) inText = !inText
    else if (inText && code === backslash) at += 1
    else if (!inText && code === colon) pairs += 1
  }
  return pairs
}

/** Walks without calling itself: what is deeper than the stack is high can be parsed. */
function pairsKept(value: unknown): number {
  let pairs = 0
  const waiting = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one !== 'object' || one === null) continue
    const inner = Object.values(one)
    if (!Array.isArray(one)) pairs += inner.length
    for (const each of inner) if (typeof each === 'object') waiting.push(each)
  }
  return pairs
}
