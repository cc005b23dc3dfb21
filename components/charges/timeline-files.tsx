import { Rows3 } from 'lucide-react'
import { MenuItem } from '@/components/ui/menu-item'
import { digestKept, passes } from '@/lib/charges/order-digest'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { useRemembered } from '@/lib/client/remembered'
import { longFrom } from './charge-history'
import { type FilesOf, HistoryFiles } from './history-files'
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
          {everyOrder ? 'Fold orders that are alike' : 'Show every order'}
        </MenuItem>
      )}
    </HistoryFiles>
  )
}
