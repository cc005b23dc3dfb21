import { useMemo } from 'react'
import { unreadPeriod } from '@/lib/charges/filter-period'
import { filterFields, filterFrom, noFilter, type OrderFilter, paramsOf } from '@/lib/charges/order-filter'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'

const nothing = Object.fromEntries(filterFields.map((field) => [field, null]))

type OrderFilterState = {
  filter: OrderFilter
  /** What is wrong with the days of the address; null where nothing is. */
  unread: string | null
  change: (changes: Partial<OrderFilter>) => void
  clear: () => void
}

/** The filter of the history. It lives in the address, so that a link shows the same orders. */
export function useOrderFilter(): OrderFilterState {
  const [params, setParams] = useSearchParamsState(filterFields)
  const written = JSON.stringify(params)
  // The same object while the address says the same, so that nothing is filtered again for nothing.
  const filter = useMemo(() => filterFrom(JSON.parse(written)), [written])
  const set = (next: OrderFilter) => setParams({ ...nothing, ...paramsOf(next) })
  return {
    filter,
    unread: unreadPeriod({ ...params, month: null }),
    change: (changes) => set({ ...filter, ...changes }),
    clear: () => set(noFilter),
  }
}

/** The order that the address asks for, and a charge of it. */
export type LinkedOrder = { order: string | null; charge: string | null }

/**
 * What the address asks for, what asks for another, and what takes the mark away: an order comes to the top, open and marked, with its charge. It hides no other
 * order, and takes away a filter that could hide it.
 */
export function useAskedOrder(): LinkedOrder & { ask: (order: string, charge?: string | null) => void; forget: () => void } {
  const [{ order, charge }, change] = useSearchParamsState(['order', 'charge', ...filterFields])
  function ask(wanted: string, of: string | null = null) {
    change({ ...nothing, order: wanted, charge: of })
    // Asked for again it is there already, and nothing would move.
    if (wanted === order) document.querySelector(`[data-order="${CSS.escape(wanted)}"]`)?.scrollIntoView({ block: 'start' })
  }
  return { order, charge, ask, forget: () => change({ order: null, charge: null }) }
}
