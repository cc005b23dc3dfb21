import { CircleCheck, CircleDashed, CircleX, Pause, Play } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'

export type IncidentStep = {
  title: string
  state: 'did' | 'now' | 'held' | 'ended' | 'next'
  /** One line each. */
  says: readonly ReactNode[]
}

const glyphs = {
  did: { of: CircleCheck, className: 'text-settled' },
  now: { of: Play, className: 'text-accent' },
  held: { of: Pause, className: 'text-deferred' },
  ended: { of: CircleX, className: 'text-declined' },
  next: { of: CircleDashed, className: 'text-muted' },
}
const spoken = { did: 'done', now: 'now', held: 'paused', ended: 'ended here', next: 'not yet' }

/** The five steps of an incident, and where it is. On a phone they stand beneath each other. */
export function StepStrip({ steps }: { steps: readonly IncidentStep[] }) {
  return (
    <ol
      aria-label="Steps"
      className="mb-4 grid overflow-clip rounded-card border bg-raised max-sm:divide-y sm:grid-cols-5 sm:divide-x"
    >
      {steps.map(({ title, state, says }) => (
        <li
          key={title}
          aria-current={state === 'now' || state === 'held' ? 'step' : undefined}
          className={cn(
            'grid min-w-0 grid-cols-[1rem_minmax(0,1fr)] content-start gap-x-2.5 px-3.5 py-2.5 text-muted text-table',
            (state === 'now' || state === 'held') && 'bg-selected',
          )}
        >
          <Icon of={glyphs[state].of} className={cn('mt-px', glyphs[state].className)} />
          <div className="min-w-0">
            <b className={cn('font-medium', state !== 'next' && 'text-ink')}>{title}</b>
            <span className="sr-only">, {spoken[state]}</span>
            {says.map((line, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a step have no identity and never change places.
                key={place}
                className={cn(
                  'block text-meta tabular-nums wrap-anywhere',
                  state !== 'now' && state !== 'held' && 'max-sm:hidden',
                )}
              >
                {line}
              </span>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}
