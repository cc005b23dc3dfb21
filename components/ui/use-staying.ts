'use client'

import { type RefObject, useEffect, useRef } from 'react'

/** What stands above it while the page is scrolled, and the gap under it. */
const [above, below] = [114, 16]

/**
 * For a column that stays in sight while a longer one beside it scrolls: by its top where all of it fits into the window, otherwise by its
 * end, so that nothing of it is out of reach. It goes with `lg:sticky lg:top-(--stay)`.
 */
export function useStaying<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)
  useEffect(() => {
    const column = ref.current
    if (!column) return
    const place = () => column.style.setProperty('--stay', `${Math.min(above, innerHeight - column.offsetHeight - below)}px`)
    const observer = new ResizeObserver(place)
    observer.observe(column)
    addEventListener('resize', place)
    place()
    return () => {
      observer.disconnect()
      removeEventListener('resize', place)
    }
  }, [])
  return ref
}
