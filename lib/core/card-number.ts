// Twelve digits and more that are written together, or in groups with a space or a dash of any kind between them.
const run = /\d(?:[\s\p{Pd}]{0,3}\d){12,}/gu
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)

/**
 * Whether a full card number stands in a text: 13 to 19 digits whose check digit is right, however they are grouped. Digits within a word,
 * with a letter before and after, are part of an id or a hash, and those of a phone number follow a plus.
 */
export const holdsCardNumber = (text: string): boolean => cardsIn(text.normalize('NFKC')).length > 0

/** A text with no full card number in it: of each the last four digits are left, after dots. */
export function withoutCardNumbers(text: string): string {
  const plain = text.normalize('NFKC')
  const cards = cardsIn(plain)
  if (cards.length === 0) return text
  let from = 0
  let kept = ''
  for (const card of cards) {
    kept += `${plain.slice(from, card.from)}•••• ${plain.slice(card.from, card.to).replace(/\D/g, '').slice(-4)}`
    from = card.to
  }
  return withoutCardNumbers(kept + plain.slice(from)) // the four that are left may begin another number
}

type Place = { from: number; to: number }

/** Where the card numbers of a text are, none over another. */
function cardsIn(plain: string): Place[] {
  const seen = plain.replace(uuid, (id) => ' '.repeat(id.length))
  return [...seen.matchAll(run)].flatMap(({ 0: found, index }) => {
    const before = seen[index - 1]
    if (isLetter(before) && isLetter(seen[index + found.length])) return []
    const groups = [...found.matchAll(/\d+/g)].map((group) => ({ digits: group[0], from: index + group.index }))
    if (before === '+' && groups.reduce((count, { digits }) => count + digits.length, 0) <= 15) return []
    return cardsAmong(groups)
  })
}

type Group = { digits: string; from: number }

function cardsAmong(groups: readonly Group[]): Place[] {
  const cards: Place[] = []
  for (let at = 0; at < groups.length; at += 1) {
    const last = endOfCard(groups, at)
    if (last === null) continue
    cards.push({ from: groups[at]?.from ?? 0, to: (groups[last]?.from ?? 0) + (groups[last]?.digits.length ?? 0) })
    at = last
  }
  return cards
}

const maxDigits = 19

/** The last of the groups that make a number together with the one at `first`, or null. */
function endOfCard(groups: readonly Group[], first: number): number | null {
  let digits = ''
  for (let at = first; at < groups.length && digits.length < maxDigits; at += 1) {
    digits += groups[at]?.digits ?? ''
    if (isCard(digits)) return at
  }
  return null
}

const isCard = (digits: string) =>
  digits.length >= 13 && digits.length <= maxDigits && !isMoment(digits) && checkDigitFits(digits)

/** Milliseconds since 1970, as programs write a time. No card of 13 digits begins so. */
const isMoment = (digits: string) => digits.length === 13 && digits.startsWith('1')

/** ISO/IEC 7812-1, annex B: from the right, every second digit counts twice. */
function checkDigitFits(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const counted = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2)
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
