import { Button } from '@/components/ui/button'
import { useClock } from '@/components/ui/use-clock'
import { inZone } from '@/lib/dates'
import type { Cells } from './use-cells'

/** How far the asking is, or when it ended and what is to be done about it. */
export function MatrixStamp({ cells: { progress, lastRun, failed, isAnyOutdated, runFailed } }: { cells: Cells }) {
  const { zone } = useClock(Date.now())
  return (
    <span className="flex flex-wrap items-center justify-end gap-2 text-meta text-muted">
      <span role="status" className="tabular-nums">
        {progress
          ? `${progress.done} of ${progress.of} prices`
          : lastRun &&
            `as of ${inZone(lastRun.at, zone).time.slice(0, 5)}, ${lastRun.requests} ${lastRun.requests === 1 ? 'request' : 'requests'}${isAnyOutdated ? ', changed since' : ''}`}
      </span>
      {progress === null && failed.length > 0 && (
        <Button size="small" onClick={() => void runFailed()} className="print:hidden">
          Ask again for {failed.length}
        </Button>
      )}
    </span>
  )
}
