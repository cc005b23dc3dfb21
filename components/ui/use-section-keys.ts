import { useEffect, useEffectEvent } from 'react'
import { isForKeys } from './is-for-keys'

/** The headings that the keys `1` to `3` lead to, by their ids. */
const headings = ['subscriptions', 'charge-history', 'payment-methods'] as const

/** Brings a section to the top of the page, and the focus to its heading, so that reading goes on from there. */
export function showSection(headingId: (typeof headings)[number]): void {
  const heading = document.getElementById(headingId)
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}

/** The keys `1` to `3` show a section of the buyer. */
export function useSectionKeys(): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const heading = headings[Number(event.key) - 1]
    if (!heading || !isForKeys(event)) return
    event.preventDefault()
    showSection(heading)
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
