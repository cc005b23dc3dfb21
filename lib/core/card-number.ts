// Twelve digits and more that are written together, or in groups with a space or a dash of any kind between them.
const run = /\d(?:[\s\p{Pd}]{0,3}\d){12,}/gu
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)

/**
 * Whether a full card number stands in a text: 13 to 19 digits whose check digit is right, however they are grouped. Digits within a word,
 * with a letter before and after, are part of an id or a hash, and those of a phone number follow a plus.
 */
export function holdsCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replace(uuid, ' ')
  return [...plain.matchAll(run)].some(({ 0: found, index }) => {
    const before = plain[index - 1]
    if (isLetter(before) && isLetter(plain[index + found.length])) return false
    const groups = found.split(/\D+/)
    if (before === '+' && groups.join('').length <= 15) return false
    return groups.some((_, from) => startsWithCard(groups, from))
  })
}

const maxDigits = 19

/** Whether some groups from one on make a number together. */
function startsWithCard(groups: readonly string[], from: number): boolean {
  let digits = ''
  for (let at = from; at < groups.length && digits.length < maxDigits; at += 1) {
    digits += groups[at]
    if (isCard(digits)) return true
  }
  return false
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
