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

const openEvent = 'counterfoil-palette'
let subject: PaletteSubject | null = null
const listeners = new Set<() => void>()

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

export const openPalette = () => document.dispatchEvent(new Event(openEvent))

export function onOpenPalette(listener: () => void): () => void {
  document.addEventListener(openEvent, listener)
  return () => document.removeEventListener(openEvent, listener)
}
