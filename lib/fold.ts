// Letters that are one letter to a searcher and that no decomposition takes apart.
const plain: Record<string, string> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ħ: 'h' }
const plainLetters = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/**
 * A text as it is searched: without diacritics, of one case, spaces as one, and without what cannot be seen (marks of direction, joiners
 * of emoji). Whatever is stored folded is found by whatever is typed folded.
 */
export function fold(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\s\u00a0]+/gu, ' ')
    .replace(/[\p{M}\p{Cc}\p{Cf}\p{Cs}\u0640]/gu, '')
    .replace(plainLetters, (letter) => plain[letter] ?? letter)
    .trim()
}
