import { CircleCheck, CircleDashed, ExternalLink } from 'lucide'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import type { Incident, IncidentRow } from '@/lib/incidents/incident'
import { plural, rowStateLabels } from '@/lib/incidents/incident-words'
import { ChangeLine, rowStateKinds, targetOf } from './incident-rows'
import type { Step } from './use-step'

type Opening = {
  isOpened: (n: number) => boolean
  open: (n: number) => void
  /** Why what they're opened for can't be done yet; null once the dashboard knows of each. */
  notYet: string | null
}

/** The rows that this person opens before they go on. What they have opened is kept by the dashboard, so that a reload forgets nothing. */
export function useOpening({ toOpen }: Pick<Incident, 'toOpen'>, step: Step): Opening {
  const [pressed, setPressed] = useState<ReadonlySet<number>>(new Set())
  const kept = toOpen?.opened ?? []
  const all = toOpen?.rows.length ?? 0
  const left = all - kept.length
  return {
    isOpened: (n) => kept.includes(n) || pressed.has(n),
    open: (n) => {
      if (toOpen === null) return
      const opened = new Set([...kept, ...pressed, n])
      setPressed(opened)
      step.mutate({ step: 'look', body: { rows: [...opened] } }, { onError: () => setPressed(new Set()) })
    },
    notYet: left === 0 ? null : left === all ? 'Open each row first' : `Open the other ${plural(left, 'row', 'rows')} first`,
  }
}

type Props = { rows: readonly IncidentRow[]; opening: Opening; isAsked: boolean; saysOf: (place: number) => string | null }

/** Rows with the way to their buyers, and whether each was opened. */
export const RowsToOpen = ({ rows, opening, isAsked, saysOf }: Props) => (
  <ul className="divide-y">
    {rows.map((row, place) => (
      <RowToOpen
        key={row.n}
        row={row}
        says={saysOf(place)}
        isOpened={opening.isOpened(row.n)}
        isAsked={isAsked}
        onOpen={() => opening.open(row.n)}
      />
    ))}
  </ul>
)

type RowProps = { row: IncidentRow; says: string | null; isOpened: boolean; isAsked: boolean; onOpen: () => void }

function RowToOpen({ row, says, isOpened, isAsked, onOpen }: RowProps) {
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 px-4 py-2 text-table">
      <Icon of={isOpened ? CircleCheck : CircleDashed} className={isOpened ? 'text-settled' : 'text-muted'} />
      <div className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <Ident value={targetOf(row)} align="start" />
          {row.state !== 'ready' && <Badge kind={rowStateKinds[row.state]}>{rowStateLabels[row.state]}</Badge>}
        </span>
        {row.changes.map((change) => (
          <ChangeLine key={change.label} {...change} beforeAsOf={null} />
        ))}
        <span className="block text-meta text-muted">
          {[says, row.state === 'ready' ? row.product : null, row.words].filter(Boolean).join(' · ')}
          {row.at !== null && (
            <>
              {' '}
              · <Time at={row.at} />
            </>
          )}
        </span>
      </div>
      {row.buyerId !== null && (
        <a
          href={buyerPath(row.buyerId)}
          target="_blank"
          rel="noreferrer"
          onClick={onOpen}
          className={cn(buttonClass({ size: 'small', variant: isAsked && !isOpened ? 'default' : 'quiet' }))}
        >
          {isOpened ? 'Opened' : 'Open buyer'}
          <Icon of={ExternalLink} size={12} />
          <span className="sr-only">in a new window</span>
        </a>
      )}
    </li>
  )
}
