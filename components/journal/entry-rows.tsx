import { Badge } from '@/components/ui/badge'
import { BeforeAfter } from '@/components/ui/before-after'
import { type Action, isOpen } from '@/lib/action'
import type { EffectRow } from '@/lib/operations/effects/effect'
import { AsOfTime } from './as-of-time'

/** Before and after, as foretold; where the answer was another, what was observed. Nobody knows the after of what is unconfirmed. */
export function EntryRows({ action, zone }: { action: Action; zone: string }) {
  const rows = action.effect?.rows ?? []
  if (rows.length === 0) return <p className="text-muted text-table">What it changes could not be foretold.</p>
  const applied = action.state === 'done' || action.settledAs === 'happened'
  const shown = rows.map((row) => ({
    field: row.field,
    label: row.label,
    changes: row.changes && applied,
    before: (
      <>
        {row.before ?? <span className="text-muted">not known</span>}
        {row.beforeAsOf !== null && <AsOfTime at={row.beforeAsOf} asked={action.at} zone={zone} />}
      </>
    ),
    after: <After row={row} action={action} />,
  }))
  return <BeforeAfter rows={shown} before="Before" after={applied || isOpen(action) ? 'After' : 'Asked for'} />
}

function After({ row, action }: { row: EffectRow; action: Action }) {
  const difference = action.differences.find(({ field }) => field === row.field)
  if (difference) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {difference.observed ?? 'not known'}
        <Badge kind="deferred">not as foretold</Badge>
        <span className="font-normal text-muted">
          foretold <s>{difference.predicted ?? 'nothing'}</s>
        </span>
      </span>
    )
  }
  if (!row.changes) return 'stays'
  if (!isOpen(action)) return row.after ?? 'not known'
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge kind="unconfirmed">not known</Badge>
      {row.after !== null && <span className="font-normal text-muted">{row.after} if it was applied</span>}
    </span>
  )
}
