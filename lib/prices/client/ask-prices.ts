import { request } from '@/lib/client/request'
import type { AnswerOf } from '@/lib/operations/declare/operation'
import type { getOneClickPrices } from '@/lib/operations/queries'
import type { PriceBody } from '../price-body'

export type PriceAnswer = AnswerOf<typeof getOneClickPrices>['data']

export type PricesInput = {
  merchant: string
  buyerId: string
  body: PriceBody
  /** Typed by a person; empty for the newest known. */
  buyerAddress: string
  signal: AbortSignal
}

/** Asks our own handler for prices. Throws a ServiceProblem. */
export async function askPrices({ merchant, buyerId, body, buyerAddress, signal }: PricesInput): Promise<PriceAnswer> {
  const address = buyerAddress.trim()
  const { data } = await request<{ data: PriceAnswer }>(`/api/v3/buyers/${buyerId}/products/bundles`, {
    merchant,
    headers: address === '' ? {} : { 'x-buyer-ip': address },
    body,
    signal,
  })
  return data
}
