import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { FactsFilter, Who } from '@/lib/incidents/client/keep-plan'

const statuses = ['active', 'frozen', 'expired', 'blocked', 'disabled', 'suspended']

type Values = { status: string; autocharge: '' | 'on' | 'off'; product: string; endsFrom: string; endsUntil: string }

/** Subscriptions by what's known of them here. Those of buyers nobody has opened or imported aren't among them. */
export function WhoByFacts({ onChange }: { onChange: (who: Who | null) => void }) {
  const [values, setValues] = useState<Values>({ status: '', autocharge: '', product: '', endsFrom: '', endsUntil: '' })
  function change(changes: Partial<Values>) {
    const next = { ...values, ...changes }
    setValues(next)
    const facts = factsOf(next)
    onChange(Object.keys(facts).length === 0 ? null : { from: 'facts', facts })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label="Status">
        {(control) => (
          <Select {...control} value={values.status} onChange={(event) => change({ status: event.target.value })}>
            <option value="">any</option>
            {statuses.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Autocharge">
        {(control) => (
          <Select
            {...control}
            value={values.autocharge}
            onChange={(event) => change({ autocharge: event.target.value as Values['autocharge'] })}
          >
            <option value="">any</option>
            <option value="on">on</option>
            <option value="off">off</option>
          </Select>
        )}
      </Field>
      <Field label="Product" className="col-span-2">
        {(control) => <Input {...control} value={values.product} onChange={(event) => change({ product: event.target.value })} />}
      </Field>
      <Field label="Ends from">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={values.endsFrom}
            onChange={(event) => change({ endsFrom: event.target.value })}
          />
        )}
      </Field>
      <Field label="Ends until">
        {(control) => (
          <Input
            {...control}
            type="date"
            value={values.endsUntil}
            onChange={(event) => change({ endsUntil: event.target.value })}
          />
        )}
      </Field>
      <p className="col-span-2 text-meta text-muted">
        By what’s known here. Subscriptions of buyers nobody has opened or imported aren’t included.
      </p>
    </div>
  )
}

const factsOf = ({ status, autocharge, product, endsFrom, endsUntil }: Values): FactsFilter => ({
  ...(status !== '' && { status }),
  ...(autocharge !== '' && { autocharge: autocharge === 'on' }),
  ...(product.trim() !== '' && { product: product.trim() }),
  ...(endsFrom !== '' && { endsFrom }),
  ...(endsUntil !== '' && { endsUntil }),
})
