import { queryOptions } from '@tanstack/react-query'
import { type SearchRequest, searchBuyers } from './search'

/** A search as one types. What was typed may be personal, so it is forgotten soon. */
export const paletteSearchQuery = (merchant: string, asked: SearchRequest) =>
  queryOptions({
    queryKey: ['palette-search', merchant, asked] as const,
    queryFn: () => searchBuyers(merchant, asked),
    staleTime: 30_000,
    gcTime: 30_000,
  })
