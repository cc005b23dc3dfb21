'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { Frame } from '@/components/ui/frame'
import { isForKeys } from '@/components/ui/is-for-keys'

export const buyerSections = ['subscriptions', 'charges', 'buyer'] as const
export type BuyerSection = (typeof buyerSections)[number]

const labels: Record<BuyerSection, string> = { subscriptions: 'Subscriptions', charges: 'Charges', buyer: 'Buyer' }

type Props = {
  /** The section that was chosen, or null. */
  section: BuyerSection | null
  onSelect: (section: BuyerSection) => void
}

/** Section tabs for narrow screens: the buyer's facts replace the other sections, and the tabs stick below the header. */
export function SectionTabs({ section, onSelect }: Props) {
  const isAtCharges = useReached('charge-history')
  const current = section === 'buyer' ? 'buyer' : isAtCharges ? 'charges' : 'subscriptions'
  return (
    <nav aria-label="Sections" className="sticky top-head z-10 border-b bg-raised lg:hidden print:hidden">
      <Frame className="flex h-10 gap-1">
        {buyerSections.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === current ? 'true' : undefined}
            onClick={() => onSelect(each)}
            className="-mb-px h-10 border-transparent border-b-2 px-3 font-medium text-muted text-table hover:text-ink focus-visible:-outline-offset-2 aria-current:border-ink aria-current:text-ink"
          >
            {labels[each]}
          </button>
        ))}
      </Frame>
    </nav>
  )
}

/** Whether the page is scrolled to an element or past it. It counts as reached in the upper half of the screen. */
function useReached(id: string): boolean {
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

/** The keys `1` to `3` open a section of the buyer. */
export function useSectionKeys(goTo: (section: BuyerSection) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const section = buyerSections[Number(event.key) - 1]
    if (!section || !isForKeys(event)) return
    event.preventDefault()
    goTo(section)
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
