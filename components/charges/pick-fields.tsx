import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import type { Facets } from '@/lib/charges/facets'
import type { OrderFilter, PickedField } from '@/lib/charges/order-filter'

const labels = { status: 'Status', type: 'Type', currency: 'Currency', provider: 'Provider', product: 'Product' }

type Props = {
  filter: OrderFilter
  facets: Facets
  fields: readonly PickedField[]
  onChange: (changes: Partial<OrderFilter>) => void
}

/** One list for each field that has more than one value, or that is picked. */
export function PickFields({ filter, facets, fields: given, onChange }: Props) {
  const fields = given.filter((field) => facets[field].length > 1 || filter[field] !== null)
  if (fields.length === 0) return <p className="text-muted text-table">All orders have the same values here.</p>
  return (
    <div className="grid gap-3">
      {fields.map((field) => (
        <Field key={field} label={labels[field]}>
          {(control) => (
            <Select
              {...control}
              size="small"
              value={filter[field] ?? ''}
              onChange={(event) => onChange({ [field]: event.target.value || null })}
            >
              <option value="">any</option>
              {optionsOf(facets[field], filter[field]).map(({ value, count }) => (
                <option key={value} value={value}>
                  {`${value} (${count.toLocaleString('en')})`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  )
}

// Keep a value from the address as an option even if no loaded order has it.
function optionsOf(values: Facets['status'], chosen: string | null) {
  const isMissing = chosen !== null && values.every(({ value }) => value !== chosen)
  return isMissing ? [...values, { value: chosen, count: 0 }] : values
}
