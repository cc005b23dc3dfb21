import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { ChargeFigures, ChargeRows, ReadingProgress } from '@/lib/charges/charge-answers'
import { type ChargeFilter, chargeParamsOf } from '@/lib/charges/charge-filter'
import { fetchJson } from '../call'
import { fetchLines } from '../fetch-lines'

type About = { merchant: string; buyerId: string }

/** So many rows come at a time. */
export const rowsAtOnce = 50

const pathOf = (buyerId: string, what = '') => `/api/desk/buyers/${buyerId}/charges${what}`
const headersOf = (merchant: string) => ({ 'x-merchant': merchant })

const readingKey = ({ merchant, buyerId }: About) => ['charge-reading', merchant, buyerId] as const

/** Which reading is followed and how far it is: any copy of the dashboard may be the one that is asked. */
function followed(client: QueryClient, about: OfReading): Record<string, string> {
  const progress = client.getQueryData<ReadingProgress>(readingKey(about))
  return { reading: about.readingId, read: String(progress?.id === about.readingId ? progress.read : 0) }
}

/**
 * Reads the whole history on the server and says how far it is, until somebody leaves. Where an answer is there already, it is read
 * anew.
 */
export const readingQuery = ({ merchant, buyerId }: About) =>
  queryOptions({
    queryKey: readingKey({ merchant, buyerId }),
    queryFn: async ({ signal, client, queryKey }) => {
      const again = client.getQueryData(queryKey) === undefined ? '' : '?again=yes'
      const lines = fetchLines<ReadingProgress>(pathOf(buyerId, `/reading${again}`), { signal, headers: headersOf(merchant) })
      let last: ReadingProgress | null = null
      for await (const line of lines) {
        last = line
        client.setQueryData(queryKey, line)
      }
      return last
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // whoever comes back begins with what the server has kept
  })

type OfReading = About & { filter: ChargeFilter; readingId: string }

export const figuresKey = (buyerId: string) => ['charge-figures', buyerId] as const
export const rowsKey = (buyerId: string) => ['charge-rows', buyerId] as const

/** Sums of what passes, facets and doubts, as far as the history is read. */
export const figuresQuery = (of: OfReading) =>
  queryOptions({
    queryKey: [...figuresKey(of.buyerId), of.merchant, of.readingId, of.filter],
    queryFn: ({ signal, client }) => {
      const search = new URLSearchParams({ ...chargeParamsOf(of.filter), ...followed(client, of) })
      return fetchJson<ChargeFigures>(`${pathOf(of.buyerId, '/figures')}?${search}`, { signal, headers: headersOf(of.merchant) })
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** One piece of the list. What is out of sight is soon forgotten, so that a long history weighs no more than a short one. */
export const rowsQuery = (of: OfReading, piece: number) =>
  queryOptions({
    queryKey: [...rowsKey(of.buyerId), of.merchant, of.readingId, of.filter, piece],
    queryFn: ({ signal, client }) => {
      const search = new URLSearchParams({
        ...chargeParamsOf(of.filter),
        ...followed(client, of),
        offset: String(piece * rowsAtOnce),
        limit: String(rowsAtOnce),
      })
      return fetchJson<ChargeRows>(`${pathOf(of.buyerId)}?${search}`, { signal, headers: headersOf(of.merchant) })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5_000,
  })
