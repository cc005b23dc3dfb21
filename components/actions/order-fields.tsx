'use client'

import { Plus } from 'lucide'
import { useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { OrderForm } from '@/lib/prices/client/order-form'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { strangersIn } from '@/lib/prices/order-body'
import { emptyLine } from '@/lib/prices/order-values'
import { BuyerAddressField } from './buyer-address-field'
import { OrderBuyerFields } from './order-buyer-fields'
import { OrderField } from './order-field'
import { OrderLineFields } from './order-line-fields'
import { PairFields } from './pair-fields'
import { TicketField } from './ticket-field'

type Props = { order: OrderForm; context: NewOrderContext }

/** What an order is opened with. Every field of the interface document, the usual ones first. */
export function OrderFields({ order, context }: Props) {
  const { form, values } = order
  const lines = useFieldArray({ control: form.control, name: 'products' })
  const strangers = strangersIn(values.returnUrl ?? '', [...(values.metaData ?? []), ...(values.buyerMeta ?? [])])
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold text-table">Products</legend>
        <datalist id="order-products">
          {context.products.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
        {lines.fields.map(({ id }, index) => (
          <OrderLineFields
            key={id}
            order={order}
            at={index}
            onRemove={lines.fields.length > 1 ? () => lines.remove(index) : null}
          />
        ))}
        <Button size="small" onClick={() => lines.append(emptyLine)} className="justify-self-start">
          <Icon of={Plus} size={14} />
          Add a product
        </Button>
        {lines.fields.length > 1 && (
          <p className="text-meta text-muted">The service’s guide allows one product per payment on a direct link.</p>
        )}
      </fieldset>
      <OrderBuyerFields order={order} context={context} />
      <div className="grid gap-4 sm:grid-cols-2">
        <OrderField
          order={order}
          name="currency"
          label="Currency"
          aside="optional"
          maxLength={3}
          hint="If empty, the service decides."
        />
        <OrderField
          order={order}
          name="discount"
          label="Discount, %"
          aside="optional"
          inputMode="decimal"
          hint="Applies to the whole order. 0.01 to 99.99."
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
            Where the buyer goes after paying. Must start with https and is sent exactly as entered.
            {context.hosts.length > 0 && ` Allowed: ${context.hosts.join(', ')}.`}
            {strangers.length > 0 && (
              <span className="block text-deferred">
                No metadata entry is called {strangers.join(', ')}, so the placeholder isn’t filled in.
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
            hint="Included in the service’s events. We add this action’s id automatically."
          />
          <PairFields order={order} name="buyerMeta" label="Buyer metadata" hint="Included in the service’s events." />
          <div className="grid gap-4 sm:grid-cols-2">
            <OrderField
              order={order}
              name="sequence"
              label="Sequence"
              aside="optional"
              inputMode="numeric"
              hint="The shop’s user id, 16 to 19 digits."
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
