import { noChargeFilter } from '@/lib/charges/charge-filter'
import { passes } from '@/lib/charges/filter'
import { type FilesOf, HistoryFiles } from './history-files'
import { useOrderFilter } from './use-order-filter'

/** What can be taken out of the history on a buyer's page; a pack is made of the orders that are loaded there. */
export function TimelineFiles(of: Omit<FilesOf, 'filter'>) {
  const { filter } = useOrderFilter()
  const orders = of.orders.filter((order) => passes(order, filter))
  return <HistoryFiles {...of} orders={orders} filter={{ ...noChargeFilter, ...filter }} />
}
