import { useEffect, useState } from 'react'

/** Whether the page is scrolled to an element or past it: it has come into the upper half of the screen. */
export function useReached(id: string): boolean {
  const [isReached, setReached] = useState(false)

  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const upperHalf = { rootMargin: '0px 0px -50%' }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setReached(entry.isIntersecting || entry.boundingClientRect.top < 0)
    }, upperHalf)
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])

  return isReached
}
