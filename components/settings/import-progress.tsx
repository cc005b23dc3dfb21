import type { Import } from '@/lib/import-columns'

const whole = new Intl.NumberFormat('en')

/** How far the list has been gone through. While it is checked nobody knows yet how long it is. */
export function ImportProgress({ import: { state, done, rows } }: { import: Import }) {
  const known = state === 'importing' && rows !== null
  return (
    <div className="grid gap-1.5">
      <progress
        aria-label={state === 'importing' ? 'Import' : 'Check'}
        {...(known && { value: done, max: Math.max(rows, 1) })}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p role="status" className="text-meta text-muted tabular-nums">
        {whole.format(done)} {known ? `of ${whole.format(rows)} rows` : 'rows so far'}. You may leave this page; it goes on.
      </p>
    </div>
  )
}
