import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ChargeRows } from '@/lib/charges/charge-answers'
import {
  type ChargeFilter,
  chargeFilterFields,
  chargeFilterFrom,
  chargeParamsOf,
  noChargeFilter,
} from '@/lib/charges/charge-filter'
import { figuresKey, figuresQuery, readingQuery, rowsAtOnce, rowsKey } from '@/lib/client/charges/charge-queries'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { useSettled } from './use-settled'

const nothing = Object.fromEntries(chargeFilterFields.map((field) => [field, null]))

/** A buyer's whole history: how far it is read, the filter of the address, and the figures of what passes it. */
export function useChargeDesk(merchant: string, buyerId: string) {
  const [params, setParams] = useSearchParamsState(chargeFilterFields)
  const written = JSON.stringify(params)
  const filter = useMemo(() => chargeFilterFrom(JSON.parse(written)), [written])
  const asked = useSettled(filter)
  const reading = useQuery(readingQuery({ merchant, buyerId }))
  const progress = reading.data ?? null
  const of = { merchant, buyerId, filter: asked, readingId: progress?.id ?? '' }
  const figures = useQuery({ ...figuresQuery(of), enabled: progress !== null && progress.read > 0 })
  useFollowing(buyerId, progress)
  const change = (changes: Partial<ChargeFilter>) => setParams({ ...nothing, ...chargeParamsOf({ ...filter, ...changes }) })
  return {
    ...{ filter, change, of, progress, figures },
    clear: () => change(noChargeFilter),
    reading: { error: reading.error, isFetching: reading.isFetching, again: () => void reading.refetch() },
  }
}

/** While the history is read on, the figures follow, and of the rows those that more orders may come into. */
function useFollowing(buyerId: string, progress: { read: number; shifts: number; state: string } | null) {
  const queryClient = useQueryClient()
  const { read = 0, shifts = 0, state = '' } = progress ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been read is what makes the answers old.
  useEffect(() => {
    const mayGrow = (rows: ChargeRows | undefined) =>
      rows === undefined || rows.orders.length < rowsAtOnce || rows.progress.shifts !== shifts
    // While more is read, what is under way is let come in, or nothing ever would. Once all is read, a first answer that was asked for before
    // that may not be the last, and React Query lets go of it only when told to.
    const isOver = state !== 'reading'
    const keys = [figuresKey(buyerId), rowsKey(buyerId)] as const
    const letGo = isOver ? Promise.all(keys.map((queryKey) => queryClient.cancelQueries({ queryKey }))) : Promise.resolve()
    void letGo.then(() => {
      const [figures, rows] = keys
      void queryClient.invalidateQueries({ queryKey: figures }, { cancelRefetch: isOver })
      void queryClient.invalidateQueries(
        { queryKey: rows, predicate: ({ state: { data } }) => mayGrow(data as ChargeRows | undefined) },
        { cancelRefetch: isOver },
      )
    })
  }, [queryClient, buyerId, read, shifts, state])
}
