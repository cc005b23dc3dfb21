// Letters that are one letter to a searcher and that no decomposition takes apart.
const plain: Record<string, string> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ħ: 'h', ς: 'σ' }
const plainAscii = /^[\x20-\x7e]*$/
const plainLetters = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/**
 * A text as it is searched: without diacritics, of one case, spaces as one, and without what cannot be seen (marks of direction, joiners
 * of emoji). Whatever is stored folded is found by whatever is typed folded.
 */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim() // ids, which there are most of
  return text
    .normalize('NFKD') // first, for it makes capitals of signs such as ㎒
    .toLowerCase()
    .toUpperCase() // ß and ẞ become SS
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\s/gu, ' ')
    .replace(/[\p{M}\p{Cc}\p{Cf}\p{Cs}\u0640]/gu, '')
    .replace(plainLetters, (letter) => plain[letter] ?? letter)
    .replace(/ +/g, ' ')
    .trim()
}

/** A decimal string without needless zeros, so that `162.00`, `162` and `0162.0` are one; null for what is none. No number is made of it. */
export function plainDecimal(text: string): string | null {
  const [, whole, fraction = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const kept = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${kept && `.${kept}`}`
}

/** How the service writes an id (service-facts D17). */
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const aroundUuids = /^urn:uuid:|[\s\p{Cf}\p{Pd}\u2212{}()'"]/gu
const maxUuid = 128 // with whatever stands around it
const uuidBare = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/**
 * An id in the one spelling that it's kept and compared in: a uuid in capitals or wide letters, in braces, as a urn, with other dashes or without
 * any is the same one. Any other id is compared without regard to capitals.
 */
export function oneId(id: string): string {
  const plain = id.trim().toLowerCase()
  if (uuidPattern.test(plain)) return plain // as most are, and a history has many
  if (plain.length > maxUuid) return plain // to put many marks on one letter in order takes the square of their number
  const bare = plain.normalize('NFKC').replace(aroundUuids, '')
  return uuidBare.exec(bare)?.slice(1).join('-') ?? plain
}

/** Whether two ids that are both given are one. */
export const isSameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && oneId(one) === oneId(other)
