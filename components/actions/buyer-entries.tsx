'use client'

import { useEffect, useRef } from 'react'
import { useKeySequences } from '@/components/ui/use-key-sequences'
import { showSection } from '@/components/ui/use-section-keys'
import { type PaletteEntry, setPaletteSubject } from '@/lib/client/palette'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { useActions } from './actions-provider'
import { type BuyerOpening, useBuyerOpenings } from './buyer-openings'
import type { Opening } from './opening'

/** What can be done to the buyer on screen, for the palette, by its keys and by a link. Draws nothing. */
export function BuyerEntries({ name }: { name: string | null }) {
  const { open } = useActions()
  const openings = useBuyerOpenings()
  const keyed = new Set<string>()
  const entries: PaletteEntry[] = openings.map(({ words, aside, opening, key, disabledBecause }) => {
    const isFirst = key !== undefined && !keyed.has(key)
    if (isFirst) keyed.add(key)
    return {
      id: `${words} ${aside ?? ''} ${idOf(opening)}`,
      words: `${words}…`,
      aside,
      ...(isFirst ? { keys: [key.toUpperCase()] } : {}),
      disabledBecause,
      run: () => open(opening),
    }
  })
  const sections: PaletteEntry[] = [
    { id: 'section 1', words: 'Show subscriptions', keys: ['1'], run: () => showSection('subscriptions') },
    { id: 'section 2', words: 'Show charge history', keys: ['2'], run: () => showSection('charge-history') },
    { id: 'section 3', words: 'Show payment methods', keys: ['3'], run: () => showSection('payment-methods') },
  ]

  useKeySequences(
    Object.fromEntries(
      entries.flatMap(({ keys, run, disabledBecause }) =>
        keys?.[0] && disabledBecause === undefined ? [[keys[0].toLowerCase(), run]] : [],
      ),
    ),
  )
  useAskedVerb(openings)
  useEffect(() => setPaletteSubject({ name: name ?? 'This buyer', entries: [...entries, ...sections] }))
  useEffect(() => () => setPaletteSubject(null), [])
  return null
}

/**
 * Opens the dialog that a link asks for, `?do={verb}&of={thing}`, once the page knows of the thing, and takes it out of the address. It's the
 * dialog of the button: nothing is sent, and where the button can't be used none opens.
 */
function useAskedVerb(openings: readonly BuyerOpening[]): void {
  const { open } = useActions()
  const [asked, change] = useSearchParamsState(['do', 'of'])
  const isDone = useRef(false)
  const found = openings.find(
    ({ opening }) => opening.kind === 'command' && opening.verb === asked.do && opening.target.id === asked.of,
  )
  useEffect(() => {
    if (found === undefined || isDone.current) return
    isDone.current = true
    change({ do: null, of: null })
    if (found.disabledBecause === undefined) open(found.opening)
  })
}

const idOf = (opening: Opening) => (opening.kind === 'command' ? opening.target.id : '')
