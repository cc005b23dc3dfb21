import { ChevronRight } from 'lucide-react'
import { Icon } from '@/components/ui/icon'
import type { Clock } from '@/components/ui/use-clock'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { Dated } from './dated'

/** What happened to a subscription, newest first. The service does not promise an order, so it is sorted here. */
export function StatusHistory({ entries, clock }: { entries: Subscription['statusInfo']; clock: Clock }) {
  if (entries.length === 0) return null
  const sorted = entries.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))
  return (
    <details className="group/history border-t text-table">
      <summary className="flex min-h-9 list-none items-center gap-1.5 rounded-card px-4 text-meta text-muted hover:text-ink max-sm:min-h-10">
        <Icon of={ChevronRight} size={12} className="transition-transform duration-fast group-open/history:rotate-90" />
        Status history, {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
      </summary>
      <ol className="px-4 pb-3">
        {sorted.map(({ status, reason, createdAt }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and two may be alike.
          <li key={at} className="grid grid-cols-[6.5rem_5.5rem_minmax(0,1fr)] gap-x-3 border-t py-1.25 first:border-t-0">
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
