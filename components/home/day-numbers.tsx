'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import { groupBy } from '@/lib/core/group-by'
import { morningQuery } from '@/lib/pages/client/morning-query'
import { useWaitingChange } from '@/lib/pages/client/use-waiting-change'
import type { MorningNumber } from '@/lib/pages/numbers'
import { Figure, FigureStrip } from './figure'

type Props = {
  merchant: string
  /** What the page says on its own of the histories that were read. */
  isScopeSaid?: boolean
  /** One more, which isn't a count. */
  children?: ReactNode
}

/** The numbers of the day, each the way to the rows that it counts; beneath what can't be known, and on what the others rest. */
export function DayNumbers({ merchant, isScopeSaid = false, children }: Props) {
  const { data, refetch } = useQuery(morningQuery(merchant))
  useWaitingChange(
    (waiting) => JSON.stringify(waiting),
    () => void refetch(),
  )
  const numbers = data?.data.numbers ?? []
  // Several rest on the same, which is said once.
  const unknown = groupBy(
    numbers.filter(({ why, coverage }) => why !== null && !(isScopeSaid && why === coverage.words)),
    ({ why }) => why,
  )
  const partial = numbers.filter(({ coverage, why }) => coverage.partial && why === null && !isScopeSaid)
  const said = [
    ...[...unknown].map(([why, of]) => `${of.map(({ label }) => label).join(', ')}: ${why}`),
    ...new Set(partial.map(({ coverage }) => coverage.words)),
  ]
  return (
    <div className="grid gap-1.5">
      <FigureStrip>
        {numbers.map((number) => (
          <Figure
            key={number.key}
            label={number.label}
            value={countShown(number)}
            muted={!number.count}
            note={noteOf(number)}
            href={number.href}
          />
        ))}
        {children}
      </FigureStrip>
      {said.map((words) => (
        <p key={words} className="text-meta text-muted">
          {words}
        </p>
      ))}
    </div>
  )
}

function countShown({ count, isMore }: MorningNumber): string {
  if (count === null) return '–'
  return count === 0 ? 'None' : `${count.toLocaleString('en')}${isMore ? '+' : ''}`
}

function noteOf({ count, change, oldest }: MorningNumber): ReactNode {
  if (count !== null && change !== null) return `usually ${count - change === 0 ? 'none' : (count - change).toLocaleString('en')}`
  if (oldest === null) return null
  return (
    <>
      oldest <Time at={oldest} focusable={false} />
    </>
  )
}
