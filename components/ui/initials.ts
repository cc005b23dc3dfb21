/** The first letters of the first and the last word, for a tile or an avatar; of a single word its first letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [...new Set([words[0], words.at(-1)])]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
