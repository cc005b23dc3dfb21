import { Button } from '@/components/ui/button'
import { factsOf } from '@/lib/charges/order-facts'
import { outcomeOf } from '@/lib/charges/outcome'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { CheckBox } from './check-box'

type Props = { orders: readonly Order[]; chosen: ReadonlySet<string>; onChange: (chosen: Set<string>) => void }

/** Which orders a pack is about. */
export function OrderChoice({ orders, chosen, onChange }: Props) {
  const toggle = (orderId: string, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, orderId] : [...chosen].filter((each) => each !== orderId)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium text-table">Orders, {chosen.size} chosen</legend>
      <div className="max-h-56 overflow-y-auto rounded-control border px-3 py-1">
        {orders.map((order) => (
          <CheckBox
            key={order.orderId}
            checked={chosen.has(order.orderId)}
            onChange={(event) => toggle(order.orderId, event.target.checked)}
          >
            <span className="tabular-nums">{order.createdAt ?? 'time not told'}</span>, {outcomeOf(factsOf(order)).words}{' '}
            <span className="break-all font-mono text-meta text-muted">{order.orderId}</span>
          </CheckBox>
        ))}
      </div>
      <p className="mt-1 text-meta text-muted">The newest that pass the filter of the page. Filter it to choose among others.</p>
      <div className="mt-1 -ml-2 flex gap-1">
        <Button size="small" variant="quiet" onClick={() => onChange(new Set(orders.map(({ orderId }) => orderId)))}>
          All shown
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChange(new Set())}>
          None
        </Button>
      </div>
    </fieldset>
  )
}
