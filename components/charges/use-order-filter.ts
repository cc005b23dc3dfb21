import { useMemo } from 'react'
import { filterFields, filterFrom, noFilter, type OrderFilter, paramsOf } from '@/lib/charges/order-filter'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'

const nothing = Object.fromEntries(filterFields.map((field) => [field, null]))

/** The filter of the history. It lives in the address, so that a link shows the same orders. */
export function useOrderFilter(): { filter: OrderFilter; change: (changes: Partial<OrderFilter>) => void; clear: () => void } {
  const [params, setParams] = useSearchParamsState(filterFields)
  const written = JSON.stringify(params)
  // The same object while the address says the same, so that nothing is filtered again for nothing.
  const filter = useMemo(() => filterFrom(JSON.parse(written)), [written])
  const set = (next: OrderFilter) => setParams({ ...nothing, ...paramsOf(next) })
  return { filter, change: (changes) => set({ ...filter, ...changes }), clear: () => set(noFilter) }
}

/**
 * The order that the address asks for, or null, and what asks for another: it comes to the top, open and marked. It hides no other order,
 * and takes away a filter that could hide it.
 */
export function useShownOrder(): [string | null, (orderId: string | null) => void] {
  const [{ order }, change] = useSearchParamsState(['order', ...filterFields])
  function show(orderId: string | null) {
    change({ ...nothing, order: orderId })
    if (orderId === null || orderId !== order) return
    document.querySelector(`[data-order="${CSS.escape(orderId)}"]`)?.scrollIntoView({ block: 'start' })
  }
  return [order, show]
}
