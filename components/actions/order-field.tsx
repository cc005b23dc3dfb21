import type { ComponentProps, ReactNode } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { OrderForm } from '@/lib/prices/client/order-form'
import type { OrderValues } from '@/lib/prices/order-values'

type Props = Omit<ComponentProps<typeof Input>, 'form' | 'name'> & {
  order: OrderForm
  name: FieldPath<OrderValues>
  label: string
  hint?: ReactNode
  aside?: string
}

/** A field of one line of an order. */
export function OrderField({ order, name, label, hint, aside, className, ...input }: Props) {
  const { field, fieldState } = useController({ control: order.form.control, name })
  return (
    <Field label={label} hint={hint} aside={aside} error={fieldState.error?.message} className={className}>
      {(control) => (
        <Input
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...control}
          {...field}
          value={typeof field.value === 'string' ? field.value : ''}
        />
      )}
    </Field>
  )
}
