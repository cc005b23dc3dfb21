/** Brings the row of a list into sight with the focus on it, so that keys go on from there. */
export function focusRow(selector: string): void {
  const row = document.querySelector<HTMLElement>(selector)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Where the panel of a row stands below the list, brings it to the top of the screen, once it is drawn. */
export function showPanel(label: string): void {
  if (!matchMedia('(max-width: 960px)').matches) return
  requestAnimationFrame(() => document.querySelector(`[aria-label="${label}"]`)?.scrollIntoView())
}
