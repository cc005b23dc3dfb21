'use client'

import { BeforeAfter } from '@/components/ui/before-after'
import { Tip } from '@/components/ui/tip'
import { useClock } from '@/components/ui/use-clock'
import { asOfWords } from '@/lib/commands/effect-words'
import type { EffectRow } from '@/lib/operations/effects/effect'

type Props = { rows: readonly EffectRow[]; sources: Record<string, string> }

/** Now and after. What changes carries its age and where it is known from, once for rows that share them; what stays, in its tip. */
export function EffectDiff({ rows, sources }: Props) {
  const { now, zone } = useClock(Date.now())
  const stampOf = ({ field, beforeAsOf }: EffectRow) =>
    beforeAsOf === null ? null : [asOfWords(beforeAsOf, zone, now), sources[field]].filter(Boolean).join(', ')
  const shown = new Set<string>()
  return (
    <BeforeAfter
      caption="What changes"
      before="Now"
      after="After"
      rows={rows.map((row) => {
        const stamp = stampOf(row)
        const isNew = stamp !== null && row.changes && sources[row.field] !== undefined && !shown.has(stamp)
        if (isNew) shown.add(stamp)
        return {
          field: row.field,
          label: row.label,
          changes: row.changes,
          before: (
            <>
              {row.before === null ? (
                <span className="text-muted">unknown</span>
              ) : stamp && !isNew ? (
                <Tip text={stamp} align="start">
                  {row.before}
                </Tip>
              ) : (
                row.before
              )}
              {isNew && <span className="block text-meta text-muted">{stamp}</span>}
            </>
          ),
          after: row.changes ? (row.after ?? <span className="font-normal text-muted">unknown</span>) : 'stays',
        }
      })}
    />
  )
}
