import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ChargeRows } from '@/lib/charges/charge-answers'
import {
  figuresKey,
  figuresQuery,
  isSortedRows,
  readingQuery,
  rowsAtOnce,
  rowsKey,
  rowsQuery,
} from '@/lib/charges/client/charge-queries'
import { unreadPeriod } from '@/lib/charges/filter-period'
import { type LedgerSort, sortFrom } from '@/lib/charges/ledger'
import {
  type ChargeFilter,
  chargeFilterFields,
  chargeFilterFrom,
  chargeParamsOf,
  noChargeFilter,
} from '@/lib/charges/order-filter'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'

const nothing = Object.fromEntries(chargeFilterFields.map((field) => [field, null]))

/** A buyer's whole history: reading progress, filter and order of rows from the address, and the figures of the filtered orders. */
export function useChargeHistoryPage(merchant: string, buyerId: string) {
  const [{ sort: sortParam, ...params }, setParams] = useSearchParamsState([...chargeFilterFields, 'sort'] as const)
  const sort = sortFrom(sortParam)
  const written = JSON.stringify(params)
  const filter = useMemo(() => chargeFilterFrom(JSON.parse(written)), [written])
  const asked = useSettled(filter)
  const reading = useQuery(readingQuery({ merchant, buyerId }))
  const progress = reading.data ?? null
  const of = { merchant, buyerId, filter: asked, sort, readingId: progress?.id ?? '' }
  const enabled = progress !== null && progress.read > 0
  const figures = useQuery({ ...figuresQuery(of), enabled })
  // The first rows are asked for with the figures, which the table waits for.
  useQuery({ ...rowsQuery(of, 0), enabled, notifyOnChangeProps: [] })
  useFollowing(buyerId, progress)
  // Back takes a choice back, but not letter by letter.
  const change = (changes: Partial<ChargeFilter>) =>
    setParams(
      { ...nothing, ...chargeParamsOf({ ...filter, ...changes }) },
      Object.keys(changes).some((field) => field !== 'find'),
    )
  return {
    filter,
    unread: unreadPeriod(params),
    change,
    sort,
    sortBy: (next: LedgerSort | null) => setParams({ sort: next }, true),
    of,
    progress,
    figures,
    clear: () => change(noChargeFilter),
    reading: { error: reading.error, isFetching: reading.isFetching, again: () => void reading.refetch() },
  }
}

/** Refreshes the figures, and the rows that can still grow, while more of the history is read. */
function useFollowing(buyerId: string, progress: { read: number; shifts: number; state: string } | null) {
  const queryClient = useQueryClient()
  const { read = 0, shifts = 0, state = '' } = progress ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been read is what makes the answers old.
  useEffect(() => {
    const mayGrow = (rows: ChargeRows | undefined) =>
      rows === undefined || rows.orders.length < rowsAtOnce || rows.progress.shifts !== shifts
    // Don't cancel requests while reading, or none would ever finish. Cancel older ones after the last read.
    const how = { cancelRefetch: state !== 'reading' }
    void queryClient.invalidateQueries({ queryKey: figuresKey(buyerId) }, how)
    void queryClient.invalidateQueries(
      {
        queryKey: rowsKey(buyerId),
        // Of sorted rows an order that comes in may stand anywhere.
        predicate: ({ queryKey, state: { data } }) => isSortedRows(queryKey) || mayGrow(data as ChargeRows | undefined),
      },
      how,
    )
  }, [queryClient, buyerId, read, shifts, state])
}

const typingMs = 200

/** Debounces a value, so that the server isn't asked on every keystroke. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
