export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 flex-none place-items-center rounded-full bg-ink-2 font-semibold text-[0.75rem]/7 text-surface tracking-mono"
    >
      {initials(name)}
    </span>
  )
}

/** The first letters of the first and the last word, for a tile or an avatar; of a single word its first letter. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [...new Set([words[0], words.at(-1)])]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
