import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Preview } from '../preview'

export type Previewed = {
  merchant: string
  operation: string
  params: Record<string, string>
  body: unknown
  /** Typed by a person, where none is known. */
  buyerAddress: string | null
  /** The quote that it takes up. */
  quote?: string | null
  /** The action id that the form was sent under before without an answer: it says what's in the way, and makes no other preview. */
  tried?: () => string | null
}

/** What a command would do if it were sent now. Never from memory: it is what the person is about to rest on. */
export function previewQuery({ merchant, quote = null, tried = () => null, ...command }: Previewed) {
  return queryOptions({
    queryKey: ['preview', merchant, command, quote] as const,
    queryFn: ({ signal }) =>
      request<Preview>(routes.preview(), { merchant, body: command, headers: { 'x-quote': quote, 'x-tried': tried() }, signal }),
    staleTime: 0,
    gcTime: 30_000,
    // An address that isn't known yet may soon be: whoever an order's e-mail belongs to is looked up beside it.
    refetchInterval: ({ state: { data } }) =>
      data?.unsettled?.running ? 2_000 : data?.buyerAddress.source === 'fallback' ? 5_000 : false,
  })
}
