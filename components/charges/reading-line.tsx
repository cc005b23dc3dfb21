import type { ReadingProgress } from '@/lib/charges/charge-answers'

/** How far the history is read, while it is. */
export function ReadingLine({ progress: { state, read, total } }: { progress: ReadingProgress }) {
  if (state !== 'reading') return null
  const words = `Reading, ${read.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`} orders so far`
  return (
    <span className="inline-flex items-center gap-2 text-meta text-muted tabular-nums">
      <progress
        aria-label="Orders read"
        value={total === null ? undefined : read}
        max={total ?? undefined}
        className="h-1.5 w-28 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      {words}
    </span>
  )
}
