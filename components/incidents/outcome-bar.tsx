import { cn } from '@/lib/core/cn'

const looks = {
  settled: 'bg-settled',
  declined: 'bg-declined',
  deferred: 'bg-deferred',
  unconfirmed: 'min-w-2 bg-[repeating-linear-gradient(135deg,var(--unconfirmed)_0_3px,var(--unconfirmed-hatch)_3px_5px)]',
  wire: 'bg-accent',
  go: 'bg-ink',
  quiet: 'bg-line-strong',
  rest: '',
}

export type BarPart = { look: keyof typeof looks; count: number; words: string }

/** How many rows came to what, side by side. It's filled by outcomes, not by progress; the words say the same. */
export function OutcomeBar({ parts, className }: { parts: readonly BarPart[]; className?: string }) {
  const some = parts.filter(({ count }) => count > 0)
  return (
    <div
      role="img"
      aria-label={some.map(({ count, words }) => `${count.toLocaleString('en')} ${words}`).join(', ') || 'No rows yet'}
      className={cn('flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-neutral-bg', className)}
    >
      {some.map(({ look, count, words }) => (
        <i key={words} className={cn('min-w-0.75', looks[look])} style={{ flexGrow: count, flexBasis: 0 }} />
      ))}
    </div>
  )
}
