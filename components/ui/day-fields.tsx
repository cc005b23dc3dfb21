import { Button } from './button'
import type { Days } from './day-filter'
import { Field } from './field'
import { Input } from './input'

type Props = { from: string | null; to: string | null; hint: string; onChange: (days: Days) => void }

export function DayFields({ from, to, hint, onChange }: Props) {
  return (
    <div className="grid gap-3">
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            size="small"
            type="date"
            value={from ?? ''}
            max={to ?? undefined}
            onChange={(event) => onChange({ from: event.target.value || null })}
          />
        )}
      </Field>
      <Field label="To" hint={hint}>
        {(control) => (
          <Input
            {...control}
            size="small"
            type="date"
            value={to ?? ''}
            min={from ?? undefined}
            onChange={(event) => onChange({ to: event.target.value || null })}
          />
        )}
      </Field>
      <Button size="small" onClick={() => onChange({ from: null, to: null })}>
        Any day
      </Button>
    </div>
  )
}
