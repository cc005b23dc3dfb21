import { queryOptions } from '@tanstack/react-query'
import { email } from '@/lib/operations/schemas/scalars'
import { searchBuyers } from '@/lib/search/client/search'

/** The id of the buyer who has an e-mail, or null where none is found or the account cannot be searched. The address travels in a body. */
export function emailTakenQuery(merchant: string, typed: string) {
  const read = email.safeParse(typed)
  return queryOptions({
    queryKey: ['email-taken', merchant, read.data ?? ''] as const,
    queryFn: async () => (await searchBuyers(merchant, { q: read.data ?? '' })).hits[0]?.buyerId ?? null,
    enabled: read.success,
    gcTime: 60_000,
  })
}
