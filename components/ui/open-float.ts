import type { ToggleEvent } from 'react'

/** Marks a floating layer of a dialog while it is open, so that Escape closes it and not the dialog: for `onToggle`. */
export function floatOpen({ currentTarget, newState }: ToggleEvent<HTMLElement>): void {
  currentTarget.dataset.float = newState
}

/** Closes a floating layer. Where the browser has no popovers it was never open. */
export function closeFloat(layer: HTMLElement | null): void {
  if (layer?.dataset.float === 'open') layer.hidePopover()
}

/** Closes the layer that floats over a dialog, if there is one. Whether there was. */
export function closeOpenFloat(): boolean {
  const layer = document.querySelector<HTMLElement>('[data-float="open"]')
  closeFloat(layer)
  return layer !== null
}
