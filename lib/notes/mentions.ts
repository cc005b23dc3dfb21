/** Which of the names stand in a text behind an @. A longer name is not also taken for the shorter one it begins with. */
export function namesIn(text: string, names: readonly string[]): string[] {
  const found = new Set(pieces(text, names).flatMap(({ name }) => name ?? []))
  return [...found]
}

/** A text in pieces: plain, or a name with its @. */
export function pieces(text: string, names: readonly string[]): { text: string; name: string | null }[] {
  const longestFirst = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length)
  if (longestFirst.length === 0) return [{ text, name: null }]
  const pattern = new RegExp(`(@(?:${longestFirst.map(escaped).join('|')}))(?![\\p{L}\\p{N}])`, 'giu')
  return text
    .split(pattern)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, name: nameOf(piece, longestFirst) }))
}

const nameOf = (piece: string, names: readonly string[]) =>
  names.find((name) => piece.toLowerCase() === `@${name.toLowerCase()}`) ?? null

const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
