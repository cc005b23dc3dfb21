import { useRef } from 'react'

const toContent = () => document.getElementById('content')?.focus({ preventScroll: true })

/** Gives the focus back to what opened a dialog: it may have gone by what was done, and one dialog may have led to another. */
export function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    note() {
      opener.current = document.activeElement
    },
    giveBack() {
      requestAnimationFrame(() => {
        const back = opener.current
        if (document.activeElement === document.body) {
          if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true })
          else toContent()
        }
        if (back !== null && document.activeElement === back) onceGone(back, toContent)
      })
    },
  }
}

/** Does something once an element has gone with the focus on it: what was done may only be shown a moment after the dialog has closed. */
function onceGone(element: Element, act: () => void): void {
  const watching = new MutationObserver(() => {
    if (element.isConnected) return
    watching.disconnect()
    if (document.activeElement === document.body) act()
  })
  watching.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', () => watching.disconnect(), { once: true })
}
