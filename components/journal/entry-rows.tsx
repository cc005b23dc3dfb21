import { Badge } from '@/components/ui/badge'
import { BeforeAfter } from '@/components/ui/before-after'
import { type Action, isOpen } from '@/lib/commands/action'
import { describeMoved } from '@/lib/commands/change-words'
import { formatDay, inZone } from '@/lib/core/dates'
import type { EffectRow } from '@/lib/operations/effects/effect'

/** Before and after as predicted, or as observed if the answer differed. For an unconfirmed action the new value is unknown. */
export function EntryRows({ action, zone }: { action: Action; zone: string }) {
  const rows = action.effect?.rows ?? []
  if (rows.length === 0) return <p className="text-muted text-table">There was no preview for this action.</p>
  const applied = action.state === 'done' || action.settledAs === 'happened'
  const shown = rows.map((row) => ({
    field: row.field,
    label: row.label,
    changes: row.changes && applied,
    before: (
      <>
        {row.before ?? <span className="text-muted">unknown</span>}
        {row.beforeAsOf !== null && <AsOfTime at={row.beforeAsOf} asked={action.at} zone={zone} />}
      </>
    ),
    after: <After row={row} action={action} />,
  }))
  return <BeforeAfter rows={shown} before="Before" after={applied || isOpen(action) ? 'After' : 'Requested'} />
}

function After({ row, action }: { row: EffectRow; action: Action }) {
  const difference = action.differences.find(({ field }) => field === row.field)
  if (difference) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {difference.observed ?? 'unknown'}
        <Badge kind="deferred">differs from preview</Badge>
        <span className="font-normal text-muted">
          preview <s>{difference.predicted ?? 'nothing'}</s>
        </span>
      </span>
    )
  }
  if (!row.changes) return 'stays'
  if (!isOpen(action)) {
    const moved = describeMoved(row)
    return (
      <>
        {row.after ?? 'unknown'}
        {moved !== null && <span className="ml-3 font-normal text-muted">{moved}</span>}
      </>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge kind="unconfirmed">unknown</Badge>
      {row.after !== null && <span className="font-normal text-muted">{row.after} if it was applied</span>}
    </span>
  )
}

type AsOfTimeProps = { at: string; asked: string; zone: string }

/** When the fact was read that was acted on: only the time if it was the same day. */
function AsOfTime({ at, asked, zone }: AsOfTimeProps) {
  const { day, time } = inZone(Date.parse(at), zone)
  const sameDay = day === inZone(Date.parse(asked), zone).day
  return (
    <span className="ml-1.5 whitespace-nowrap text-meta text-muted tabular-nums">{`as of ${sameDay ? '' : `${formatDay(day)}, `}${time.slice(0, 5)}`}</span>
  )
}
