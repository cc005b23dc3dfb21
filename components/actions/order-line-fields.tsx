import { X } from 'lucide'
import { Field } from '@/components/ui/field'
import { IconButton } from '@/components/ui/icon-button'
import { Select } from '@/components/ui/select'
import type { OrderForm } from '@/lib/prices/client/order-form'
import { OrderField } from './order-field'

type Props = { order: OrderForm; at: number; onRemove: (() => void) | null }

/** One product of an order. Its own price takes the place of the list price. */
export function OrderLineFields({ order, at, onRemove }: Props) {
  const name = `product ${at + 1}`
  return (
    <fieldset aria-label={name} className="grid gap-3 rounded-control border p-3">
      <div className="flex items-end gap-2">
        <OrderField
          order={order}
          name={`products.${at}.productCode`}
          label="Product"
          list="order-products"
          placeholder="Product code"
          className="flex-auto"
        />
        {onRemove && <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <OrderField order={order} name={`products.${at}.quantity`} label="Quantity" inputMode="numeric" />
        <OrderField order={order} name={`products.${at}.couponCode`} label="Coupon" />
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
    </fieldset>
  )
}
