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
