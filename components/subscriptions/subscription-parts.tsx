import { ChevronRight, Snowflake } from 'lucide'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Tip } from '@/components/ui/tip'
import type { Clock } from '@/components/ui/use-clock'
import type { Stamp } from '@/lib/knowledge/known'
import { describeStamp } from '@/lib/knowledge/stamp-words'
import { statusHistory, subscriptionStatus } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { Dated } from './dated'

export function StatusBadge({ status }: { status: string }) {
  if (status === '') return <Badge kind="neutral">unknown status</Badge>
  const known = subscriptionStatus(status)
  if (known === null) {
    return (
      <Badge kind="neutral" raw>
        {status}
      </Badge>
    )
  }
  return (
    <Badge kind={known.kind} icon={status === 'frozen' ? Snowflake : undefined}>
      {status}
    </Badge>
  )
}

/** A subscription's status history, newest first. */
export function StatusHistory({ entries, clock }: { entries: Subscription['statusInfo']; clock: Clock }) {
  if (entries.length === 0) return null
  const sorted = statusHistory(entries).toReversed()
  return (
    <details className="group/history border-t text-table">
      <summary className="flex min-h-9 list-none items-center gap-1.5 rounded-card px-4 text-meta text-muted hover:text-ink max-sm:min-h-10">
        <Icon of={ChevronRight} size={12} className="transition-transform duration-fast group-open/history:rotate-90" />
        Status history, {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
      </summary>
      <ol className="px-4 pb-3">
        {sorted.map(({ status, reason, createdAt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two may be alike.
          <li key={index} className="grid grid-cols-[6.5rem_5.5rem_minmax(0,1fr)] gap-x-3 border-t py-1.25 first:border-t-0">
            <span className="text-muted tabular-nums">
              <Dated iso={createdAt} clock={clock} />
            </span>
            <span className="wrap-anywhere">{status ?? '–'}</span>
            <span dir="auto" className="text-left text-ink-2 wrap-anywhere">
              {reason ?? '–'}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

type Props = { stamp: Stamp | undefined; clock: Clock; children: ReactNode }

/** The name of a fact, with its age and source on hover and focus. */
export function Aged({ stamp, clock, children }: Props) {
  if (!stamp) return children
  return (
    <Tip text={describeStamp(stamp, clock)} align="start" className="border-line-strong border-b border-dotted">
      {children}
    </Tip>
  )
}
