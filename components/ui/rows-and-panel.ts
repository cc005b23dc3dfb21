import { useState } from 'react'

/**
 * The row that is selected before anybody chose one: the first that there was. It stays when the list moves on, so that no other row comes
 * under a key that decides. `of` names the list; another list begins anew.
 */
export function useFirstRow(first: string | null, of = ''): string | null {
  const [kept, setKept] = useState({ of, id: first })
  const now = kept.of === of && kept.id !== null ? kept : { of, id: first }
  if (now.of !== kept.of || now.id !== kept.id) setKept(now)
  return now.id
}

/** Brings the row of a list into sight with the focus on it, so that keys go on from there. */
export function focusRow(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Where the panel of a row stands below the list, brings it to the top of the screen, once it is drawn. */
export function showPanel(label: string): void {
  if (!matchMedia('(max-width: 960px)').matches) return
  requestAnimationFrame(() => document.querySelector(`[aria-label="${label}"]`)?.scrollIntoView())
}
