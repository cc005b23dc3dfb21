/** Something the palette can do: it opens a page or a dialog, it never sends a command. */
export type PaletteEntry = {
  id: string
  /** The verb and its object. */
  words: string
  /** In small after the words: a product, a payment method. */
  aside?: string | undefined
  /** The keys that do the same on the page, one after the other. */
  keys?: readonly string[]
  /** Why this may not be done now; it stays in the list and says so. */
  disabledBecause?: string | undefined
  run: () => void
}

/** What is on screen: a heading, and what can be done to it. */
export type PaletteSubject = { name: string; entries: readonly PaletteEntry[] }

let subject: PaletteSubject | null = null
const listeners = new Set<() => void>()
/** What opens the palette, once the page has it. */
let opener: (() => void) | null = null
let isWanted = false

/** Puts what is on screen to the top of the palette, or takes it away. */
export function setPaletteSubject(next: PaletteSubject | null): void {
  subject = next
  for (const listener of listeners) listener()
}

export const paletteSubject = () => subject
export const noPaletteSubject = () => null

export function onPaletteSubject(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the palette; where the page doesn't have it yet, as soon as it does. */
export function openPalette(): void {
  if (opener) opener()
  else isWanted = true
}

/** Has a function called when the palette is to open, also where that was asked for before. Returns how to take it back. */
export function onOpenPalette(open: () => void): () => void {
  opener = open
  if (isWanted) open()
  isWanted = false
  return () => {
    if (opener === open) opener = null
  }
}
