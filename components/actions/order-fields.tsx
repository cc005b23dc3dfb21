'use client'

import { Plus } from 'lucide'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/segmented-control'
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

/** What an order is opened with. Every field of the interface document, the usual ones first and the rare ones folded. */
export function OrderFields({ order, context }: Props) {
  return (
    <>
      <Block>
        <ProductFields order={order} context={context} />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <OrderField order={order} name="discount" label="Discount, %" inputMode="decimal" placeholder="None" />
          <OrderField order={order} name="currency" label="Currency" maxLength={3} placeholder="By address" />
          <OpensOn order={order} />
        </div>
      </Block>
      <Block>
        <OrderBuyerFields order={order} context={context} />
        <ReturnAddress order={order} hosts={context.hosts} />
        {order.wantsAddress && <BuyerAddressField command={order} />}
        <MoreFields order={order} />
        <TicketField ticket={order.ticket} onChange={order.setTicket} />
      </Block>
    </>
  )
}

const Block = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 px-5 py-4 not-first:border-t max-sm:px-4">{children}</div>
)

function ProductFields({ order, context: { products } }: Props) {
  const lines = useFieldArray({ control: order.form.control, name: 'products' })
  const names = new Map(products.map(({ code, name }) => [code, name]))
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">Products</legend>
      <datalist id="order-products">
        {products.map(({ code, name }) => (
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
          name={names.get(order.values.products?.[index]?.productCode.trim() ?? '') ?? null}
          onRemove={lines.fields.length > 1 ? () => lines.remove(index) : null}
        />
      ))}
      <Button size="small" variant="quiet" onClick={() => lines.append(emptyLine)} className="justify-self-start">
        <Icon of={Plus} size={14} />
        Add a product
      </Button>
      {lines.fields.length > 1 && (
        <p className="text-meta text-muted">The service’s guide allows one product per payment on a direct link.</p>
      )}
    </fieldset>
  )
}

/** Which kind of page is opened, as the service asks it. */
function OpensOn({ order: { form, values } }: { order: OrderForm }) {
  return (
    <div className="grid content-start justify-items-start gap-1.5 max-sm:col-span-2">
      <span aria-hidden className="font-medium text-table">
        Opens on
      </span>
      <SegmentedControl
        label="Opens on"
        segments={[
          { value: 'computer', label: 'Computer' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={values.isMobile ? 'phone' : 'computer'}
        onChange={(device) => form.setValue('isMobile', device === 'phone', { shouldDirty: true })}
      />
    </div>
  )
}

function ReturnAddress({ order, hosts }: { order: OrderForm; hosts: readonly string[] }) {
  const { values } = order
  const strangers = strangersIn(values.returnUrl ?? '', [...(values.metaData ?? []), ...(values.buyerMeta ?? [])])
  return (
    <OrderField
      order={order}
      name="returnUrl"
      label="Return address"
      aside="after the payment"
      type="url"
      placeholder="https://"
      hint={
        <>
          Must start with https and is sent exactly as entered.
          {hosts.length > 0 && ` Allowed: ${hosts.join(', ')}.`}
          {strangers.length > 0 && (
            <span className="block text-deferred">
              No metadata entry is called {strangers.join(', ')}, so the placeholder isn’t filled in.
            </span>
          )}
        </>
      }
    />
  )
}

function MoreFields({ order }: { order: OrderForm }) {
  return (
    <details className="group" open={hasMore(order.values) || undefined}>
      <summary className="w-fit font-medium text-ink-2 text-table">Metadata, sequence, analytics</summary>
      <div className="mt-2 grid gap-4">
        <PairFields
          order={order}
          name="metaData"
          label="Metadata"
          hint="Included in the service’s events. We add this action’s id automatically."
        />
        <PairFields order={order} name="buyerMeta" label="Buyer metadata" hint="Included in the service’s events." />
        <div className="grid gap-3 sm:grid-cols-2">
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
      </div>
    </details>
  )
}

const hasMore = ({ metaData = [], buyerMeta = [], sequence, analyticsClientId }: OrderForm['values']) =>
  metaData.length > 0 || buyerMeta.length > 0 || Boolean(sequence || analyticsClientId)
