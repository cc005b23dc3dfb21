import { X } from 'lucide'
import { Field } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { Select } from '@/components/ui/select'
import { cn } from '@/lib/core/cn'
import type { OrderForm } from '@/lib/prices/client/order-form'
import { OrderField } from './order-field'

type Props = {
  order: OrderForm
  at: number
  /** What the product is called, where it is known. */
  name: string | null
  /** Null for the only one. */
  onRemove: (() => void) | null
}

/** One product of an order; what it rarely needs is folded away. Its own price takes the place of the list price. */
export function OrderLineFields({ order, at, name, onRemove }: Props) {
  const title = `product ${at + 1}`
  const line = order.values.products?.[at]
  const hasMore = Boolean(line?.customPrice || line?.autocharge)
  return (
    <fieldset aria-label={title} className={cn('grid gap-3', onRemove && 'rounded-control border p-3')}>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        <div className="col-span-2 flex items-end gap-2">
          <OrderField
            order={order}
            name={`products.${at}.productCode`}
            label="Product"
            aside={name ?? undefined}
            list="order-products"
            placeholder="Product code"
            className="flex-auto"
          />
          {onRemove && <IconButton icon={X} label={`Remove ${title}`} onClick={onRemove} />}
        </div>
        <OrderField order={order} name={`products.${at}.quantity`} label="Quantity" inputMode="numeric" />
        <OrderField order={order} name={`products.${at}.couponCode`} label="Coupon" placeholder="None" />
      </div>
      <details className="text-table" open={hasMore || undefined}>
        <summary className="w-fit font-medium text-ink-2">Custom price, autocharge</summary>
        <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-4">
          <OrderField order={order} name={`products.${at}.customPrice`} label="Custom price" inputMode="decimal" />
          <Field label="Autocharge">
            {(control) => (
              <Select {...control} {...order.form.register(`products.${at}.autocharge`)}>
                <option value="">Default</option>
                <option value="on">On</option>
                <option value="off">Off</option>
              </Select>
            )}
          </Field>
        </div>
      </details>
    </fieldset>
  )
}
