import { Button } from '@/components/ui/button'
import type { Column } from '@/lib/files/columns'
import { CheckBox } from './check-box'

type Props = { columns: readonly Column[]; chosen: ReadonlySet<string>; onChange: (chosen: Set<string>) => void }

/** Which columns a file gets; they keep their usual order. */
export function ColumnChoice({ columns, chosen, onChange }: Props) {
  const toggle = (name: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(name)
    else next.delete(name)
    onChange(next)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-table">Columns</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {columns.map(({ name, head }) => (
          <CheckBox key={name} checked={chosen.has(name)} onChange={(event) => toggle(name, event.target.checked)}>
            {head}
          </CheckBox>
        ))}
      </div>
      <div className="mt-1 -ml-2 flex gap-1">
        <Button size="small" variant="quiet" onClick={() => onChange(new Set(columns.map(({ name }) => name)))}>
          All columns
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
          None
        </Button>
      </div>
    </fieldset>
  )
}
