'use client'

import { useClock } from '@/components/ui/use-clock'
import { whenWords } from '@/lib/commands/effect-words'
import { cn } from '@/lib/core/cn'
import type { Later } from '@/lib/operations/effects/effect'

/** Dated sentences in the account's zone, on one line through time. */
export function WhatHappensLater({ later, zone }: { later: readonly Later[]; zone: string }) {
  const { now } = useClock(Date.now())
  if (later.length === 0) return null
  return (
    <section aria-labelledby="what-happens-later">
      <h3 id="what-happens-later" className="mb-1.5 font-medium text-table">
        What happens next {zone !== 'UTC' && <span className="font-normal text-meta text-muted">dates in {zone}</span>}
      </h3>
      <ol className="grid text-table">
        {later.map((event) => {
          const when = whenWords(event, zone, now)
          return (
            <li
              key={event.says}
              className="group/later relative grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2.5 py-0.75 sm:grid-cols-[0.75rem_8rem_minmax(0,1fr)]"
            >
              <span
                aria-hidden
                className="absolute top-3.5 -bottom-2 left-1.25 border-line-control border-l border-dashed group-last/later:hidden"
              />
              <span
                aria-hidden
                className={cn(
                  'relative mt-1.5 ml-0.5 size-1.75 rounded-full border-[1.5px]',
                  event.danger ? 'border-danger bg-danger' : 'border-line-control bg-overlay',
                )}
              />
              {when && <span className="text-muted tabular-nums">{when}</span>}
              <span className={cn(when ? 'max-sm:col-start-2' : 'sm:col-span-2', event.danger && 'font-medium')}>
                {event.says}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
