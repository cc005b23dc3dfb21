import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { cn } from '@/lib/core/cn'

export type LimitShown = {
  words: string
  /** `1 of 3`, `no`. */
  value: string
  /** How many of so many parts are full. A limit that is reached at once has one. */
  full: number
  parts: number
  isReached: boolean
}

/** What makes a run pause automatically, and how near it is. A limit is no state, so its gauge has the hue of charts until it's reached. */
export function LimitsCard({ limits }: { limits: readonly LimitShown[] }) {
  const counting = limits.filter(({ full }) => full > 0).length
  return (
    <Card aria-labelledby="limits">
      <CardHead title="Pauses automatically at" id="limits" />
      <p className="px-4 py-2.5 text-muted text-table sm:hidden">
        {counting === 0 ? 'No limit is counting' : `${counting} of ${limits.length} limits counting`}
      </p>
      <ul className="divide-y max-sm:hidden">
        {limits.map(({ words, value, full, parts, isReached }) => (
          <li
            key={words}
            className="grid min-h-row grid-cols-[minmax(0,1fr)_3.25rem_4.5rem] items-center gap-2.5 px-4 py-1.5 text-table"
          >
            <span>{words}</span>
            <span aria-hidden className="flex gap-0.75">
              {Array.from({ length: parts }, (_, at) => (
                <i
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and never change places.
                  key={at}
                  className={cn(
                    'h-1.5 flex-1 rounded-bar',
                    at >= full ? 'bg-neutral-bg ring-1 ring-line ring-inset' : isReached ? 'bg-declined' : 'bg-chart-2',
                  )}
                />
              ))}
            </span>
            <span className={cn('text-right tabular-nums', isReached ? 'font-medium text-declined' : 'text-ink-2')}>{value}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
