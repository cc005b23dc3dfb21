import { useId } from 'react'

type As = 'happened' | 'did-not-happen'
type Props = { value: As | null; onChange: (as: As) => void }

const choices = [
  { as: 'happened', label: 'It happened', hint: 'What was asked for counts as done.' },
  { as: 'did-not-happen', label: 'It did not happen', hint: 'It may be sent anew.' },
] as const

export function SettleChoice({ value, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-table">What became of it</legend>
      {choices.map(({ as, label, hint }) => (
        <label
          key={as}
          className="flex cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2 text-table hover:bg-hover has-checked:border-line-control has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-solid"
        >
          <input
            type="radio"
            name={id}
            value={as}
            checked={value === as}
            onChange={() => onChange(as)}
            className="mt-0.75 accent-accent focus-visible:outline-none"
          />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="block text-meta text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
