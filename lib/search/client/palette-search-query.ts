import { queryOptions } from '@tanstack/react-query'
import { searchBuyers } from './search'

/** A search as one types. What was typed may be personal, so it is forgotten soon. */
export const paletteSearchQuery = (merchant: string, q: string) =>
  queryOptions({
    queryKey: ['palette-search', merchant, q] as const,
    queryFn: () => searchBuyers(merchant, q),
    staleTime: 30_000,
    gcTime: 30_000,
  })
