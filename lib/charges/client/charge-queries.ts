import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Broken, request, requireSuccess } from '@/lib/client/request'
import { fromOwnJson } from '@/lib/core/json'
import * as routes from '@/lib/core/routes'
import type { ChargeFigures, ChargeRows, ReadingProgress } from '../charge-answers'
import type { LedgerSort } from '../ledger'
import { type ChargeFilter, chargeParamsOf } from '../order-filter'

type BuyerKey = { merchant: string; buyerId: string }

/** So many rows come at a time. */
export const rowsAtOnce = 50

const readingKey = ({ merchant, buyerId }: BuyerKey) => ['charge-reading', merchant, buyerId] as const

/** Which reading is followed and how far it is: any copy of the dashboard may be the one that is asked. */
function followed(client: QueryClient, about: OfReading): Record<string, string> {
  const progress = client.getQueryData<ReadingProgress>(readingKey(about))
  return { reading: about.readingId, read: String(progress?.id === about.readingId ? progress.read : 0) }
}

/**
 * Reads the whole history on the server and says how far it is, until somebody leaves. Where an answer is there already, it is read
 * anew.
 */
export const readingQuery = ({ merchant, buyerId }: BuyerKey) =>
  queryOptions({
    queryKey: readingKey({ merchant, buyerId }),
    queryFn: async ({ signal, client, queryKey }) => {
      const again = client.getQueryData(queryKey) === undefined ? null : 'yes'
      const address = routes.withSearch(routes.buyerChargeReading(buyerId), { again })
      const lines = await request(address, { signal, merchant, as: progressLines })
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

/** The progress of a reading, a JSON line each, as they come. */
async function progressLines(response: Response, broken: Broken): Promise<AsyncIterable<ReadingProgress>> {
  await requireSuccess(response, broken)
  const reader = (response.body ?? new Blob().stream()).pipeThrough(new TextDecoderStream()).getReader()
  return (async function* lines() {
    for (let text = ''; ; ) {
      const { done, value = '' } = await reader.read().catch(broken)
      const complete = `${text}${value}`.split('\n')
      text = complete.pop() ?? ''
      for (const line of complete) yield fromOwnJson<ReadingProgress>(line)
      if (done) return
    }
  })()
}

type OfReading = BuyerKey & { filter: ChargeFilter; readingId: string }

export const figuresKey = (buyerId: string) => ['charge-figures', buyerId] as const
export const rowsKey = (buyerId: string) => ['charge-rows', buyerId] as const

/** Sums of what passes, facets and doubts, as far as the history is read. */
export const figuresQuery = (of: OfReading) =>
  queryOptions({
    queryKey: [...figuresKey(of.buyerId), of.merchant, of.readingId, of.filter],
    queryFn: ({ signal, client }) => {
      const search = { ...chargeParamsOf(of.filter), ...followed(client, of) }
      return request<ChargeFigures>(routes.withSearch(routes.buyerChargeFigures(of.buyerId), search), {
        signal,
        merchant: of.merchant,
      })
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** Rows newest first, or by a column. */
type OfRows = OfReading & { sort: LedgerSort | null }

/** Whether a key of rows is of rows in another order than newest first. */
export const isSortedRows = (queryKey: readonly unknown[]): boolean => queryKey[5] !== null

/** One piece of the list. What is out of sight is soon forgotten, so that a long history weighs no more than a short one. */
export const rowsQuery = (of: OfRows, piece: number) =>
  queryOptions({
    queryKey: [...rowsKey(of.buyerId), of.merchant, of.readingId, of.filter, of.sort, piece],
    queryFn: ({ signal, client }) => {
      const search = {
        ...chargeParamsOf(of.filter),
        ...followed(client, of),
        ...(of.sort === null ? {} : { sort: of.sort }),
        offset: String(piece * rowsAtOnce),
        limit: String(rowsAtOnce),
      }
      return request<ChargeRows>(routes.withSearch(routes.buyerCharges(of.buyerId), search), {
        signal,
        merchant: of.merchant,
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5_000,
  })
