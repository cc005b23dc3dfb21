import type { OutcomeKind } from '@/lib/charges/status'
import { cn } from '@/lib/cn'

const looks: Record<OutcomeKind, string> = {
  settled: 'rounded-full border-settled bg-settled',
  declined: 'rounded-full border-declined bg-surface',
  deferred: 'rotate-45 border-deferred bg-surface',
  neutral: 'rounded-full border-dashed border-line-control bg-surface',
}

/** The shape of an attempt's state on the rail; the connector leads down to its cascade. */
export function RungDot({ kind, joined }: { kind: OutcomeKind; joined: boolean }) {
  return (
    <span
      aria-hidden
      className="relative mx-1.5 grid h-full w-2 place-items-center max-sm:row-span-4 max-sm:place-items-start max-sm:pt-1.25"
    >
      <span className={cn('relative z-1 block size-2 border-2', looks[kind])} />
      {joined && (
        <span className="absolute top-1/2 left-[0.1875rem] h-[calc(100%+1rem)] border-line-control border-l max-sm:top-2.5" />
      )}
    </span>
  )
}
