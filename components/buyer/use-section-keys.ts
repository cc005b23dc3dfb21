import { useEffect, useEffectEvent } from 'react'
import { isForKeys } from '@/components/ui/is-for-keys'
import { type BuyerSection, buyerSections } from './section-tabs'

/** `1` to `3` go to a section of the buyer. */
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
