import { useQueries } from '@tanstack/react-query'
import { rowsAtOnce, rowsQuery } from '@/lib/client/charges/charge-queries'
import { mostOrders } from '@/lib/evidence/evidence'
import { type FilesOf, HistoryFiles } from './history-files'
import type { useChargeDesk } from './use-charge-desk'

type Props = Pick<FilesOf, 'merchant' | 'ticket'> & { of: ReturnType<typeof useChargeDesk>['of'] }

/** What can be taken out of the whole history, under the filter of the page. */
export function ChargeFiles({ of, merchant, ticket }: Props) {
  const pieces = Array.from({ length: mostOrders / rowsAtOnce }, (_, piece) => rowsQuery(of, piece))
  const orders = useQueries({ queries: pieces }).flatMap(({ data }) => data?.orders ?? [])
  return <HistoryFiles {...{ merchant, ticket, orders }} buyerId={of.buyerId} filter={of.filter} />
}
