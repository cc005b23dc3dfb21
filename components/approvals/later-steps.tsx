import { cn } from '@/lib/cn'
import { whenWords } from '@/lib/effect-words'
import type { Later } from '@/lib/operations/effects/effect'

type Props = { steps: readonly Later[]; zone: string; now: number }

/** What happens later, in dated sentences along a rail. */
export function LaterSteps({ steps, zone, now }: Props) {
  if (steps.length === 0) return null
  return (
    <section aria-label="What happens later" className="grid gap-1.5">
      <h3 className="font-semibold text-table">What happens later</h3>
      <ul className="text-table">
        {steps.map((step) => (
          <li
            key={`${step.from} ${step.until} ${step.says}`}
            className="relative grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2.5 py-0.75 before:absolute before:top-3.5 before:-bottom-2 before:left-[5.5px] before:border-line-control before:border-l before:border-dashed last:before:hidden sm:grid-cols-[0.75rem_7rem_minmax(0,1fr)]"
          >
            <span
              aria-hidden
              className={cn(
                'relative mx-0.5 mt-1.5 size-1.75 rounded-full border',
                step.danger ? 'border-danger-solid bg-danger-solid' : 'border-line-control bg-overlay',
              )}
            />
            <span className="text-muted tabular-nums">{whenWords(step, zone, now)}</span>
            <span className="max-sm:col-start-2">{step.says}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
