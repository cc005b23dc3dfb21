import { useRef } from 'react'

/** Gives the focus back to what opened a dialog: it may have gone by what was done, and one dialog may have led to another. */
export function useOpener() {
  const opener = useRef<Element | null>(null)
  return {
    note() {
      opener.current = document.activeElement
    },
    giveBack() {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const back = opener.current?.isConnected ? opener.current : document.getElementById('content')
        if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      })
    },
  }
}
