import { Plus, X } from 'lucide'
import { useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { IconButton } from '@/components/ui/icon-button'
import { Input } from '@/components/ui/input'
import type { OrderForm } from '@/lib/prices/client/order-form'

type Props = { order: OrderForm; name: 'metaData' | 'buyerMeta'; label: string; hint: string }

/** Names with values, as many as somebody wants. */
export function PairFields({ order: { form }, name, label, hint }: Props) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name })
  const error = form.formState.errors[name]?.root?.message
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-table">{label}</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className="grid grid-cols-[1fr_1.4fr_auto] gap-2">
          <Input
            aria-label={`${label}, name ${index + 1}`}
            placeholder="Name"
            autoComplete="off"
            {...form.register(`${name}.${index}.name`)}
          />
          <Input
            aria-label={`${label}, value ${index + 1}`}
            placeholder="Value"
            autoComplete="off"
            {...form.register(`${name}.${index}.value`)}
          />
          <IconButton icon={X} label={`Remove ${label} entry ${index + 1}`} size="normal" onClick={() => remove(index)} />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" onClick={() => append({ name: '', value: '' })}>
          <Icon of={Plus} size={14} />
          Add an entry
        </Button>
        <span className="text-meta text-muted">{hint}</span>
      </div>
      {error && <p className="font-medium text-danger text-meta">{error}</p>}
    </fieldset>
  )
}
