import { Count } from '@/components/ui/card-head'
import { late } from '@/components/ui/late'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { ReadingProgress } from '@/lib/charges/charge-answers'
import { filterCurrency } from '@/lib/charges/order-filter'
import { formatRange } from '@/lib/core/dates'
import type { FilesOf } from './history-files'
import type { useChargeHistoryPage } from './use-charge-history-page'

const ChargeFiles = late(() => import('./charge-files').then((file) => file.ChargeFiles))

type Props = Pick<FilesOf, 'merchant' | 'ticket'> & { context: ReturnType<typeof useChargeHistoryPage> }

/** What the page is of: how many orders, from when to when, in which currency; and what can be taken out of it. */
export function ChargeTitle({ context, merchant, ticket }: Props) {
  const { of, progress, figures, filter, change } = context
  const { days = null, whole } = figures.data ?? {}
  const currencies = whole?.currencies ?? []
  return (
    <div className="flex min-h-8 flex-wrap content-start items-center gap-2 max-sm:min-h-20">
      <h2 id="all-charges" className="font-semibold text-title">
        Charge history
      </h2>
      {progress && <Count of={ordersIn(progress)} />}
      {days && (
        <span className="ml-1 text-meta text-muted max-lg:hidden">{formatRange(days.first, days.last)}, service time</span>
      )}
      {progress && <ReadingLine progress={progress} />}
      <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:w-full print:hidden">
        {currencies.length > 1 && (
          <div className="min-w-0 max-w-full overflow-x-auto">
            <SegmentedControl
              label="Currency"
              segments={[
                { value: '', label: 'All' },
                ...currencies.map(({ currency }) => ({ value: filterCurrency(currency), label: currency || 'No currency' })),
              ]}
              value={filter.currency ?? ''}
              onChange={(currency) => change({ currency: currency || null })}
            />
          </div>
        )}
        {progress && progress.read > 0 && <ChargeFiles of={of} figures={figures.data} merchant={merchant} ticket={ticket} />}
      </span>
    </div>
  )
}

/** How many orders there are: the service's total while reading, the number read afterwards. */
function ordersIn({ state, read, total: count }: ReadingProgress): number {
  return state === 'done' || count === null || count < read ? read : count
}

/** Progress while the history is being read. */
function ReadingLine({ progress: { state, read, total } }: { progress: ReadingProgress }) {
  if (state !== 'reading') return null
  const words = `Loading ${read.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`} orders…`
  return (
    <span className="inline-flex items-center gap-2 text-meta text-muted tabular-nums">
      <progress
        aria-label="Orders loaded"
        value={total === null ? undefined : read}
        max={total ?? undefined}
        className="h-1.5 w-28 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      {words}
    </span>
  )
}
