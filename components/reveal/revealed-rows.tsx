'use client'

import { DataItem } from '@/components/ui/data-item'
import { useRevealed } from '@/lib/client/reveal/use-revealed'
import { type Revealable, revealWords } from '@/lib/reveal'
import type { RevealAbout } from './reveal-about'
import { RevealedValue } from './revealed-value'

/** What was revealed and has no masked row of its own. */
export const RevealedRows = ({ about, of }: { about: RevealAbout; of: readonly Revealable[] }) =>
  of.map((what) => <RevealedRow key={what} {...{ what, about }} />)

function RevealedRow({ what, about }: { what: Revealable; about: RevealAbout }) {
  const shown = useRevealed(about, what)
  if (!shown) return null
  return (
    <DataItem term={revealWords[what]}>
      <RevealedValue {...{ what, about, shown }} isHead={false} />
    </DataItem>
  )
}
