import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ChargeFigures, ChargeRows, ReadingProgress } from '@/lib/charges/charge-answers'
import { type ChargeFilter, chargeParamsOf } from '@/lib/charges/charge-filter'
import { fetchJson } from '../call'
import { fetchLines } from '../fetch-lines'

type About = { merchant: string; buyerId: string }

/** So many rows come at a time. */
export const rowsAtOnce = 50

const pathOf = (buyerId: string, what = '') => `/api/desk/buyers/${buyerId}/charges${what}`
const headersOf = (merchant: string) => ({ 'x-merchant': merchant })

/**
 * Reads the whole history on the server and says how far it is, until somebody leaves. Where an answer is there already, it is read
 * anew.
 */
export const readingQuery = ({ merchant, buyerId }: About) =>
  queryOptions({
    queryKey: ['charge-reading', merchant, buyerId],
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
export const figuresQuery = ({ merchant, buyerId, filter, readingId }: OfReading) =>
  queryOptions({
    queryKey: [...figuresKey(buyerId), merchant, readingId, filter],
    queryFn: ({ signal }) =>
      fetchJson<ChargeFigures>(`${pathOf(buyerId, '/figures')}?${new URLSearchParams(chargeParamsOf(filter))}`, {
        signal,
        headers: headersOf(merchant),
      }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** One piece of the list. What is out of sight is soon forgotten, so that a long history weighs no more than a short one. */
export const rowsQuery = ({ merchant, buyerId, filter, readingId }: OfReading, piece: number) =>
  queryOptions({
    queryKey: [...rowsKey(buyerId), merchant, readingId, filter, piece],
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({
        ...chargeParamsOf(filter),
        offset: String(piece * rowsAtOnce),
        limit: String(rowsAtOnce),
      })
      return fetchJson<ChargeRows>(`${pathOf(buyerId)}?${search}`, { signal, headers: headersOf(merchant) })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5_000,
  })
