'use client'

import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { OrderForm } from '@/lib/client/orders/use-order-form'
import type { NewOrderDesk } from '@/lib/orders/new-order-desk'
import { strangersIn } from '@/lib/orders/order-body'
import { emptyLine } from '@/lib/orders/order-values'
import { BuyerAddressField } from './buyer-address-field'
import { OrderBuyerFields } from './order-buyer-fields'
import { OrderField } from './order-field'
import { OrderLineFields } from './order-line-fields'
import { PairFields } from './pair-fields'
import { TicketField } from './ticket-field'

type Props = { order: OrderForm; desk: NewOrderDesk }

/** What an order is opened with. Every field of the interface document, the usual ones first. */
export function OrderFields({ order, desk }: Props) {
  const { form, values } = order
  const lines = useFieldArray({ control: form.control, name: 'products' })
  const strangers = strangersIn(values.returnUrl ?? '', [...(values.metaData ?? []), ...(values.buyerMeta ?? [])])
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold text-table">Products</legend>
        <datalist id="order-products">
          {desk.products.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
        {lines.fields.map(({ id }, at) => (
          <OrderLineFields key={id} order={order} at={at} onRemove={lines.fields.length > 1 ? () => lines.remove(at) : null} />
        ))}
        <Button size="small" onClick={() => lines.append(emptyLine)} className="justify-self-start">
          <Icon of={Plus} size={14} />
          Add a product
        </Button>
        {lines.fields.length > 1 && (
          <p className="text-meta text-muted">
            The service’s guide says that a direct link carries one product for each payment.
          </p>
        )}
      </fieldset>
      <OrderBuyerFields order={order} desk={desk} />
      <div className="grid gap-4 sm:grid-cols-2">
        <OrderField
          order={order}
          name="currency"
          label="Currency"
          aside="optional"
          maxLength={3}
          hint="Left out, the service decides."
        />
        <OrderField
          order={order}
          name="discount"
          label="Discount, %"
          aside="optional"
          inputMode="decimal"
          hint="Of the whole order, 0.01 to 99.99."
        />
      </div>
      <OrderField
        order={order}
        name="returnUrl"
        label="Return address"
        type="url"
        placeholder="https://"
        hint={
          <>
            Where the buyer lands after paying; https only, sent to the letter.
            {desk.hosts.length > 0 && ` Allowed: ${desk.hosts.join(', ')}.`}
            {strangers.length > 0 && (
              <span className="block text-deferred">
                No entry below is called {strangers.join(', ')}: such a placeholder stays as it is.
              </span>
            )}
          </>
        }
      />
      <details className="group rounded-control border" open={hasMore(values) || undefined}>
        <summary className="min-h-9 px-3 py-2 font-medium text-table">Metadata, sequence, device</summary>
        <div className="grid gap-4 border-t px-3 py-3">
          <PairFields
            order={order}
            name="metaData"
            label="Metadata"
            hint="Passed along in events. The id of this action is added by itself."
          />
          <PairFields order={order} name="buyerMeta" label="Buyer metadata" hint="Passed along in events." />
          <div className="grid gap-4 sm:grid-cols-2">
            <OrderField
              order={order}
              name="sequence"
              label="Sequence"
              aside="optional"
              inputMode="numeric"
              hint="The shop’s own user id, 16 to 19 digits."
            />
            <OrderField order={order} name="analyticsClientId" label="Analytics client id" aside="optional" />
          </div>
          <label className="flex min-h-6 items-center gap-2 text-table max-sm:min-h-10">
            <input type="checkbox" {...form.register('isMobile')} className="size-4 accent-primary" />
            Checkout starts on a mobile device
          </label>
        </div>
      </details>
      <TicketField ticket={order.ticket} onChange={order.setTicket} />
      {order.wantsAddress && <BuyerAddressField command={order} />}
    </>
  )
}

const hasMore = ({ metaData = [], buyerMeta = [], sequence, isMobile, analyticsClientId }: OrderForm['values']) =>
  metaData.length > 0 || buyerMeta.length > 0 || Boolean(sequence || isMobile || analyticsClientId)
