import { type FocusEvent, useEffect, useRef } from 'react'

const reachable = 'a[href], button:not([disabled], [tabindex="-1"]), input, select, textarea'

/**
 * Keeps the focus in a part of the page whose rows go when they are acted on: it moves on to what has taken the place of what is gone, as
 * the keyboard would otherwise begin again at the top of the page. What it returns is spread on the part. With `'heading'` it moves to the
 * page's heading: where a step takes the place of another, nobody is to take the next one by a second press.
 */
export function useFocusStays(moves: 'on' | 'heading' = 'on') {
  const noted = useRef<{ part: HTMLElement; element: Element; place: number } | null>(null)
  useEffect(() => {
    // A dialog gives the focus back first.
    const frame = requestAnimationFrame(() => {
      const { part, element, place } = noted.current ?? {}
      if (!part || element?.isConnected || document.activeElement !== document.body) return
      const left = part.querySelectorAll<HTMLElement>(moves === 'heading' ? 'h1' : reachable)
      left[Math.min(place ?? 0, left.length - 1)]?.focus({ preventScroll: moves === 'heading' })
    })
    return () => cancelAnimationFrame(frame)
  })
  return {
    onFocus({ target, currentTarget: part }: FocusEvent<HTMLElement>) {
      if (!part.contains(target)) return // in a dialog of the part, which stands elsewhere
      noted.current = { part, element: target, place: [...part.querySelectorAll(reachable)].indexOf(target) }
    },
  }
}
