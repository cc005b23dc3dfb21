'use client'

import { DataItem } from '@/components/ui/data-item'
import { useRevealed } from '@/lib/reveal/client/use-revealed'
import { type Revealable, revealLabels } from '@/lib/reveal/reveal'
import type { RevealAbout } from './reveal'
import { RevealedValue } from './revealed-value'

/** Revealed values that have no masked row. */
export const RevealedRows = ({ about, of }: { about: RevealAbout; of: readonly Revealable[] }) =>
  of.map((what) => <RevealedRow key={what} what={what} about={about} />)

function RevealedRow({ what, about }: { what: Revealable; about: RevealAbout }) {
  const shown = useRevealed(about, what)
  if (!shown) return null
  return (
    <DataItem term={revealLabels[what]}>
      <RevealedValue what={what} about={about} shown={shown} isHead={false} />
    </DataItem>
  )
}
