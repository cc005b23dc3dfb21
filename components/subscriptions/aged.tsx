import type { ReactNode } from 'react'
import { Tip } from '@/components/ui/tip'
import type { Clock } from '@/components/ui/use-clock'
import type { Stamp } from '@/lib/known'
import { stampWords } from '@/lib/stamp-words'

type Props = { stamp: Stamp | undefined; clock: Clock; children: ReactNode }

/** The name of a fact; on hover and focus it tells how old the fact is and where it comes from. */
export function Aged({ stamp, clock, children }: Props) {
  if (!stamp) return children
  return (
    <Tip text={stampWords(stamp, clock)} align="start" className="border-line-strong border-b border-dotted">
      {children}
    </Tip>
  )
}
