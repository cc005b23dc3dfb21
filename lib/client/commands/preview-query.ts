import { queryOptions } from '@tanstack/react-query'
import type { Preview } from '@/lib/preview'
import { postJson } from './post-json'

export type Previewed = { merchant: string; operation: string; params: Record<string, string>; body: unknown }

/** What a command would do if it were sent now. Never from memory: it is what the person is about to rest on. */
export function previewQuery({ merchant, operation, params, body }: Previewed) {
  return queryOptions({
    queryKey: ['preview', merchant, operation, params, body] as const,
    queryFn: ({ signal }) => postJson<Preview>('/api/desk/preview', merchant, { operation, params, body }, signal),
    staleTime: 0,
    gcTime: 30_000,
    refetchInterval: ({ state: { data } }) => (data?.unsettled?.running ? 2_000 : false),
  })
}
