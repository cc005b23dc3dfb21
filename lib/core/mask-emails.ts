/** Nobody's: the example in our own advice, the one address that is never masked. */
export const exampleEmail = 'name@example.test'

const characters = (text: string) => [...text]
// There is nothing more to hide in it, and masked again it stays as it is.
const isMasked = (text: string) => /^[^•]?•{3,9}[^•]?$/u.test(text)

export const dots = (length: number) => '•'.repeat(Math.min(Math.max(length, 3), 9))

/** `tainara@example.test` becomes `t••••••a@e••••••.test`: enough to recognise what one knows, not enough to learn it. */
export function maskEmail(email: string): string {
  const plain = email.replaceAll(/[＠﹫]/g, '@')
  const at = plain.lastIndexOf('@')
  return `${maskLocal(plain.slice(0, at))}@${maskDomain(plain.slice(at + 1))}`
}

/** A text with every e-mail address in it masked, however it's written. What only looks like one is masked, too: nobody can tell. */
export function maskEmails(text: string): string {
  const clear = withAtsInClear(text)
  const addresses = addressesIn(clear)
  if (addresses.length === 0) return text
  let shown = ''
  let end = 0
  for (const [turn, each] of addresses.entries()) {
    const next = addresses[turn + 1]
    const isExample = !each.isJoined && !next?.isJoined && clear.slice(each.from, each.to) === exampleEmail
    if (!each.isJoined) shown += clear.slice(end, each.from) + maskUnless(isExample, maskLocal, clear.slice(each.from, each.at))
    shown += isExample ? '@' : atShown(clear, each)
    end = next?.isJoined ? next.at : each.to
    const after = clear.slice(each.at + 1, end)
    shown += next?.isJoined ? maskBoth(after) : maskUnless(isExample || !hasLocal(each), maskDomain, after)
  }
  return shown + clear.slice(end)
}

/** A name that is called by an @, as in a note, has nothing before it. */
const hasLocal = ({ from, at }: Address) => from < at

const atShown = (text: string, address: Address) => (hasLocal(address) ? '@' : text.charAt(address.at))

const maskUnless = (isKept: boolean, mask: (text: string) => string, text: string) => (isKept || text === '' ? text : mask(text))

function maskLocal(text: string): string {
  if (isMasked(text)) return text
  const local = characters(text)
  const last = local.at(-1)
  return `${local[0] ?? ''}${dots(local.length - 2)}${local.length > 3 && last !== '•' ? last : ''}`
}

/** Where nobody can tell a domain from the local part after it, its end isn't shown: it would be more of the local part than a mask shows. */
function maskBoth(text: string): string {
  if (text === '' || isMasked(text)) return text
  const both = characters(text)
  return `${both[0]}${dots(both.length - 1)}`
}

function maskDomain(domain: string): string {
  const dot = Math.max(...['.', '。', '．', '｡'].map((each) => domain.lastIndexOf(each)))
  const [host, end] = dot > 0 ? [domain.slice(0, dot), domain.slice(dot)] : [domain, '']
  const letters = characters(host)
  return `${letters[0] ?? ''}${dots(letters.length - 1)}${end}`
}

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
