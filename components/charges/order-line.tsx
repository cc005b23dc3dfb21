import type { ReactNode } from 'react'
import { isEntry, type TimelineRow } from '@/lib/charges/timeline'
import { cn } from '@/lib/core/cn'
import type { ChosenCharge } from './charge-verbs'
import { OrderItem, type RowLayout } from './order-item'
import type { LinkedOrder } from './use-order-filter'

/** What every row of a list is shown with. */
export type RowContext = {
  /** Shows what was done beside the orders. */
  entry: (entryId: string) => ReactNode
  /** Somebody looked for it, and it's the only order found: it starts open. */
  alone: boolean
  /** The orders whose attempts show without being asked for. */
  exceptions: ReadonlySet<string>
  asked: LinkedOrder
  /** The charge that guided steps are about. */
  chosen: ChosenCharge | null
}

/** A line between two rows. */
export const rowLine = 'border-t first:border-t-0'

type Props = { row: TimelineRow; layout: RowLayout; context: RowContext; isInRun?: boolean }

/** One row of a list: an order, or what was done to the buyer in between. */
export function OrderLine({ row, layout, context: { entry, alone, exceptions, asked, chosen }, isInRun = false }: Props) {
  if (isEntry(row)) return <li className={rowLine}>{entry(row.entryId)}</li>
  const { orderId } = row
  return (
    <li className={cn(rowLine, isInRun && 'bg-sunken')}>
      <OrderItem
        order={row}
        layout={layout}
        alone={alone}
        tries={orderId !== null && exceptions.has(orderId)}
        lit={orderId !== null && orderId === asked.order}
        charge={orderId === asked.order ? asked.charge : null}
        chosen={chosen !== null && orderId === chosen.orderId ? chosen : null}
      />
    </li>
  )
}
