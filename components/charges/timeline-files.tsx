import { digestKept, passes } from '@/lib/charges/order-digest'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { type FilesOf, HistoryFiles } from './history-files'
import { useOrderFilter } from './use-order-filter'

/** What can be taken out of the history on a buyer's page; a pack is made of the orders that are loaded there. */
export function TimelineFiles(of: Omit<FilesOf, 'filter'>) {
  const { filter } = useOrderFilter()
  const orders = of.orders.filter((order) => passes(digestKept(order), filter))
  return <HistoryFiles {...of} orders={orders} filter={{ ...noChargeFilter, ...filter }} />
}
