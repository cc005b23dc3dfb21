// Twelve digits and more that are written together, or in groups with blanks, dashes, dots, slashes or signs that can't be seen between.
const run = /\d(?:[\s\p{Pd}\p{Cf}./·−]{0,12}\d){12,}/gu
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const day = /(?<!\d[./-]?)(?:(?:19|20)\d\d([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2(?:(?:19|20)\d\d|\d\d))(?![./-]?\d)/g
const amount = /(?<!\d[.,/-]?)(?:\d{1,3}(?:[.,]\d{3}){1,4}|\d{1,6})[.,]\d\d(?![.,/-]?\d)/g
const address = /(?<!\d\.?)\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/g
// Stands for what is no card number: none goes across it.
const gone = '\u0001'
const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)

/** A text in which each decimal digit, of whatever script, is one of ours: those of a script follow one another from its zero on. */
const withPlainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
    return String(value)
  })

/**
 * Whether a full card number stands in a text: 13 to 19 digits whose check digit is right, however they are grouped. Digits within a word,
 * with a letter before and after, are part of an id or a hash, and those of a phone number follow a plus.
 */
export const holdsCardNumber = (text: string): boolean => cardsIn(withPlainDigits(text)).length > 0

/** A text with no full card number in it: of each the last four digits are left, after dots. */
export function withoutCardNumbers(text: string): string {
  const plain = withPlainDigits(text)
  const cards = cardsIn(plain)
  if (cards.length === 0) return text
  let from = 0
  let kept = ''
  for (const card of cards) {
    kept += `${plain.slice(from, card.from)}•••• ${card.lastFour}`
    from = card.to
  }
  return kept + plain.slice(from)
}

type Place = { from: number; to: number; lastFour: string }

/** Where the card numbers of a text are, none over another. */
function cardsIn(plain: string): Place[] {
  const seen = [uuid, day, amount, address].reduce(
    (text, pattern) => text.replace(pattern, (found) => gone.repeat(found.length)),
    plain,
  )
  return [...seen.matchAll(run)].flatMap(({ 0: found, index }) => {
    const before = seen[index - 1]
    if (isLetter(before) && isLetter(seen[index + found.length])) return []
    const groups = [...found.matchAll(/\d+/g)].map(({ 0: digits, index: at }) => ({ digits, to: index + at + digits.length }))
    if (before === '+' && groups.reduce((count, { digits }) => count + digits.length, 0) <= 15) return []
    return cardsAmong(groups)
  })
}

type Group = { digits: string; to: number }

function cardsAmong(groups: Group[]): Place[] {
  const cards: Place[] = []
  for (let at = 0; at < groups.length; at += 1) {
    const first = groups[at]
    const card = first && cardFrom(groups, at)
    if (!first || !card) continue
    const { last, lastFour } = card
    const to = groups[last]?.to ?? 0
    const before = cards.at(-1)
    // The four that are left of one number may begin another.
    if (before?.to === first.to) Object.assign(before, { to, lastFour })
    else cards.push({ from: first.to - first.digits.length, to, lastFour })
    groups[last] = { digits: lastFour, to }
    at = last - 1
  }
  return cards
}

const [minDigits, maxDigits] = [13, 19]

/** The last of the groups that make a number together with the one at `first`, and the last four digits of it, or null. */
function cardFrom(groups: readonly Group[], first: number): { last: number; lastFour: string } | null {
  const sums = new CheckSums()
  let digits = ''
  for (let last = first; last < groups.length && digits.length < maxDigits; last += 1) {
    const added = groups[last]?.digits ?? ''
    digits += added.slice(0, maxDigits + longestExpiry + 1)
    const end = sums.add(added, (count) => isExpiry(digits.slice(count)))
    if (end !== null && !isMoment(digits)) return { last, lastFour: digits.slice(end - 4, end) }
  }
  return null
}

/** Milliseconds since 1970, as programs write a time. No card of 13 digits begins so. */
const isMoment = (digits: string) => digits.length === 13 && digits.startsWith('1')

/** What may follow a number without a gap: nothing, or a month and a year of this half of the century. */
const isExpiry = (rest: string) => rest === '' || /^(?:0[1-9]|1[0-2])(?:20)?[2-4]\d$/.test(rest)
const longestExpiry = 6

/** ISO/IEC 7812-1, annex B: from the right, every second digit counts twice. Both ways to count are kept, so that each digit is added once. */
class CheckSums {
  private count = 0
  private once = 0
  private twice = 0

  /** Adds digits; after how many of all the check digit fits, and what follows them `mayEnd` there. Null where it does nowhere. */
  add(digits: string, mayEnd: (count: number) => boolean): number | null {
    let end: number | null = null
    for (let at = 0; at < digits.length && this.count < maxDigits; at += 1) {
      const digit = digits.charCodeAt(at) - 48
      const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
      const once = this.twice + digit
      this.twice = this.once + doubled
      this.once = once
      this.count += 1
      if (this.count >= minDigits && once % 10 === 0 && mayEnd(this.count)) end = this.count
    }
    return end
  }
}
