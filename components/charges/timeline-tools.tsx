// What works on the orders of a buyer's page, loaded right after it: it brings along what reads an order for all its values.

import { Rows3 } from 'lucide'
import { type ComponentProps, useMemo } from 'react'
import { MenuItem } from '@/components/ui/menu-item'
import { facetsOf } from '@/lib/charges/facets'
import { digestKept, passes } from '@/lib/charges/order-digest'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { useRemembered } from '@/lib/client/remembered'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { longFrom } from './charge-history'
import { type FilesOf, HistoryFiles } from './history-files'
import { OrderFilters } from './order-filters'
import { useOrderFilter } from './use-order-filter'

/** The menu of the history on a buyer's page; a pack is made of the orders that are loaded there. */
export function TimelineFiles(of: Omit<FilesOf, 'filter'>) {
  const { filter } = useOrderFilter()
  const [everyOrder, setEveryOrder] = useRemembered('every-order')
  const orders = of.orders.filter((order) => passes(digestKept(order), filter))
  return (
    <HistoryFiles {...of} orders={orders} filter={{ ...noChargeFilter, ...filter }}>
      {of.orders.length >= longFrom && (
        <MenuItem icon={Rows3} onSelect={() => setEveryOrder(!everyOrder)}>
          {everyOrder ? 'Group similar orders' : 'Show every order'}
        </MenuItem>
      )}
    </HistoryFiles>
  )
}

type FiltersProps = Omit<ComponentProps<typeof OrderFilters>, 'facets'> & { orders: readonly OrderOrUnreadable[] }

/** The filters, counted over the orders that are loaded. */
export function TimelineFilters({ orders, ...props }: FiltersProps) {
  const facets = useMemo(() => facetsOf(orders.map(digestKept)), [orders])
  return <OrderFilters {...props} facets={facets} />
}
