import type { OutcomeKind } from '@/lib/charges/status'
import { cn } from '@/lib/core/cn'

export const dotLooks: Record<OutcomeKind, string> = {
  settled: 'rounded-full border-settled bg-settled',
  declined: 'rounded-full border-declined bg-surface',
  deferred: 'rotate-45 border-deferred bg-surface',
  neutral: 'rounded-full border-dashed border-line-control bg-surface',
}

/** Marks an attempt's state by its shape. The line below connects it to the next attempt of the same cascade. */
export function RungDot({ kind, joined }: { kind: OutcomeKind; joined: boolean }) {
  return (
    <span
      aria-hidden
      className="relative mx-1.5 grid h-full w-2 place-items-center max-sm:row-span-4 max-sm:place-items-start max-sm:pt-1.25"
    >
      <span className={cn('relative z-1 block size-2 border-2', dotLooks[kind])} />
      {joined && (
        <span className="absolute top-1/2 left-[0.1875rem] h-[calc(100%+1rem)] border-line-control border-l max-sm:top-2.5" />
      )}
    </span>
  )
}
