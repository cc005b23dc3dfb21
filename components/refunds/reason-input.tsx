import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const max = 255

type Props = {
  label?: string
  presets: readonly string[]
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Why, with words at one press that may be completed. */
export function ReasonInput({ label = 'Reason', presets, value, error, onChange }: Props) {
  const count = [...value.trim()].length // as the server counts: an emoji is one
  return (
    <Field
      label={label}
      aside={`${count} / ${max}`}
      error={error ?? (count > max ? `Use ${max} characters or fewer` : undefined)}
    >
      {(control) => (
        <>
          <span className="flex flex-wrap gap-1.5">
            {presets.map((preset) => (
              <button
                key={preset}
                type="button"
                aria-pressed={value === preset}
                onClick={() => onChange(preset)}
                className="h-7 rounded-full border border-line-strong px-2.5 text-ink-2 text-table hover:bg-hover focus-visible:rounded-full aria-pressed:border-ink aria-pressed:font-medium aria-pressed:text-ink max-sm:h-10 max-sm:px-3"
              >
                {preset}
              </button>
            ))}
          </span>
          <Input {...control} value={value} dir="auto" autoComplete="off" onChange={(event) => onChange(event.target.value)} />
        </>
      )}
    </Field>
  )
}
