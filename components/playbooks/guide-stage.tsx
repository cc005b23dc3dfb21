import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '@/components/ui/icon'
import { cn } from '@/lib/core/cn'
import type { Stage } from '@/lib/playbooks/stages'

const circles: Record<Stage['state'], string> = {
  done: 'border-settled-line bg-settled-bg text-settled',
  assumed: 'border-dashed border-line-control bg-raised text-muted',
  now: 'border-primary bg-primary text-on-primary',
  todo: 'border-line-strong bg-raised text-muted',
}

const states: Record<Stage['state'], string> = { done: 'done', assumed: 'not asked', now: 'now', todo: 'to come' }

type Props = { number: number; stage: Stage; children?: ReactNode }

/** A step in the list of all: answered, asked now with its question inside, or to come. */
export function StageItem({ number, stage: { title, state, says }, children }: Props) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 pb-3.5 last:pb-0"
    >
      <span aria-hidden className="absolute top-5 bottom-0 left-2.5 border-line-strong border-l [li:last-child>&]:hidden" />
      <span
        aria-hidden
        className={cn('z-1 grid size-5 place-items-center rounded-full border font-semibold text-meta', circles[state])}
      >
        {state === 'done' ? <Icon of={Check} size={12} /> : number}
      </span>
      <div className="min-w-0 text-table">
        {children || (
          <>
            <span className={cn('block', state === 'todo' ? 'text-muted' : 'font-medium')}>
              {title}
              <span className="sr-only">, {states[state]}</span>
            </span>
            {says !== null && <span className="block text-ink-2 wrap-anywhere">{says}</span>}
          </>
        )}
      </div>
    </li>
  )
}
