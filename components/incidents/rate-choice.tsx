import { type ComponentProps, useId } from 'react'
import { Select } from '@/components/ui/select'
import type { Incident } from '@/lib/incidents/incident'
import type { Step } from './use-step'

const rates = [1, 2, 5, 10, 20, 50, 100]

type Props = ComponentProps<'select'> & { rate: number; max: number }

/** How many commands a second at most. */
export function RateSelect({ rate, max, ...props }: Omit<Props, 'size'>) {
  const id = useId()
  const offered = [...new Set([...rates.filter((each) => each <= max), rate])].toSorted((a, b) => a - b)
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-meta text-muted">
        Rate
      </label>
      <Select {...props} id={id} size="small" className="w-32">
        {offered.map((each) => (
          <option key={each} value={String(each)}>
            {each} a second
          </option>
        ))}
      </Select>
    </span>
  )
}

/** The rate of a run: it may be lowered at any time, and raised up to what was approved. */
export function RateChoice({ incident: { rate, rateApproved, may }, step }: { incident: Incident; step: Step }) {
  if (may.rate !== null) return null
  const max = rateApproved ?? rate
  const isChanging = step.isPending && step.variables.step === 'rate'
  const shown = isChanging ? (step.variables.body as { rate: number }).rate : rate
  return (
    <span className="flex flex-wrap items-center gap-2">
      <RateSelect
        rate={shown}
        max={max}
        value={String(shown)}
        onChange={(event) => step.mutate({ step: 'rate', body: { rate: Number(event.target.value) } })}
      />
      <span className="text-meta text-muted tabular-nums">{max} approved</span>
    </span>
  )
}
