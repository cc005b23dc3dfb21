import { queryOptions } from '@tanstack/react-query'
import { type SearchRequest, searchBuyers } from './search'

/** A search as one types. What was typed may be personal, so it is forgotten soon. */
export const paletteSearchQuery = (merchant: string, request: SearchRequest) =>
  queryOptions({
    queryKey: ['palette-search', merchant, request] as const,
    queryFn: () => searchBuyers(merchant, request),
    staleTime: 30_000,
    gcTime: 30_000,
  })
