import type { getOneClickPrices } from '@/lib/operations'
import type { AnswerOf } from '@/lib/operations/operation'
import type { PriceBody } from '@/lib/prices/price-body'
import { fetchJson } from '../call'

export type PriceAnswer = AnswerOf<typeof getOneClickPrices>['data']

export type AskedPrices = {
  merchant: string
  buyerId: string
  body: PriceBody
  /** Typed by a person; empty for the newest known. */
  buyerAddress: string
  signal: AbortSignal
}

/** Asks our own handler for prices. Throws a ServiceProblem. */
export async function askPrices({ merchant, buyerId, body, buyerAddress, signal }: AskedPrices): Promise<PriceAnswer> {
  const address = buyerAddress.trim()
  const { data } = await fetchJson<{ data: PriceAnswer }>(`/api/v3/buyers/${buyerId}/products/bundles`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-merchant': merchant,
      ...(address === '' ? {} : { 'x-buyer-ip': address }),
    },
    body: JSON.stringify(body),
    signal,
  })
  return data
}
