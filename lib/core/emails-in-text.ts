const isAt = (sign: string) => sign === '@' || sign === '＠' || sign === '﹫'
// No local part holds these outside of quotes. U+FEFF is not seen and counts as a space, yet it may stand within a word.
const isBreak = (sign: string) => sign !== '\uFEFF' && /[\s<>",;:()]/.test(sign)

/** A text of which the steps can be counted. */
export type Readable = { readonly length: number; charAt(index: number): string }

/** Where the local part and the domain around an @ begin and end. `isJoined` is true where nobody can tell them from the domain before. */
export type Address = { from: number; at: number; to: number; isJoined: boolean }

/**
 * What looks like an e-mail address in a text: whatever stands around each @, as far as it may belong to it. Each letter is looked at a few times at
 * most, however the text is made.
 */
export function addressesIn(text: Readable): Address[] {
  const ats: number[] = []
  for (let index = 0; index < text.length; index += 1) if (isAt(text.charAt(index))) ats.push(index)
  if (ats.length === 0) return []
  const openings = openingsIn(text)
  const found: Address[] = []
  for (const [turn, at] of ats.entries()) {
    const before = found.at(-1)
    const from = localStart(text, { start: before ? before.at + 1 : 0, at }, openings)
    const to = domainEnd(text, at + 1, ats[turn + 1] ?? text.length)
    found.push({ from, at, to, isJoined: before !== undefined && from <= before.to })
  }
  return found
}

/** Of each sign that may end a quoted part or a comment, where that begins. */
function openingsIn(text: Readable): Map<number, number> {
  const openings = new Map<number, number>()
  const brackets: number[] = []
  let quote: number | null = null
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charAt(index)
    if (sign === '(') brackets.push(index)
    const opening = sign === ')' ? brackets.pop() : sign === '"' ? quote : null
    if (opening != null) openings.set(index, opening)
    if (sign === '"' && text.charAt(index - 1) !== '\\') quote = index
  }
  return openings
}

/** Where a local part begins: a word, and before it what is quoted or a comment, `"jane doe"@` and `jane(x)@`. */
function localStart(text: Readable, { start, at }: { start: number; at: number }, openings: ReadonlyMap<number, number>) {
  let from = at
  let isEmpty = true
  while (from > start) {
    const sign = text.charAt(from - 1)
    const opening = openings.get(from - 1) ?? -1
    const mayClose = sign === ')' || from === at || '.('.includes(text.charAt(from))
    if (opening >= start && mayClose) {
      from = opening
      if (sign === ')') while (from > start && text.charAt(from - 1) === ' ') from -= 1
      isEmpty = false
    } else if (isOfWord(text, from - 1, start)) {
      from -= 1
      isEmpty = false
    } else if (isEmpty && '")>'.includes(sign)) from -= 1
    else break
  }
  return isEmpty ? at : from
}

/** An apostrophe belongs to a name, `o'hara@`, but not one that begins a quote. */
const isOfWord = (text: Readable, index: number, start: number) => {
  const sign = text.charAt(index)
  return !isBreak(sign) && (sign !== "'" || (index > start && !isBreak(text.charAt(index - 1))))
}

function domainEnd(text: Readable, start: number, end: number): number {
  let to = start
  while (to < end && text.charAt(to) !== "'" && !isBreak(text.charAt(to))) to += 1
  return to
}

const percentSigns = /%(?:25)+(?=[0-9a-f]{2})/gi
const bytesLike = /(?:%[0-9a-f]{2})+/gi
const escapedAt = /&(?:#0*64|#x0*40|commat);|\\u0040/gi
// Each level of escaping makes a text longer, so none that is kept has as many.
const maxLevels = 32

/** The text with what is written as %40, %2540 or &#64; as the @ it stands for, if there is one: letters before it may be escaped, too. */
export function withAtsInClear(text: string): string {
  if (!/[%&\\]/.test(text)) return text
  let clear = text
  for (let level = 0; level < maxLevels; level += 1) {
    const before = clear
    clear = clear.replace(percentSigns, '%').replace(bytesLike, decoded).replace(escapedAt, '@')
    if (clear === before) break
  }
  return countOfAts(clear) > countOfAts(text) ? clear : text
}

const countOfAts = (text: string) => text.match(/[@＠﹫]/g)?.length ?? 0

function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes.replaceAll(/%40|%EF%BC%A0|%EF%B9%AB/gi, '@')
  }
}
