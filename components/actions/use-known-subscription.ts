import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '@/lib/client/operation-query'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import type { ActionsContext } from './opening'

/** What the page knows of a subscription: as the service listed it, else as it was observed. It asks nothing by itself. */
export function useKnownSubscription(id: string, { merchant, buyer }: ActionsContext): Subscription | undefined {
  const request = { merchant: merchant.code, params: { buyerId: buyer.id } }
  const { data: listed } = useQuery({ ...operationQuery('listSubscriptions', request), enabled: false })
  const { data: known } = useQuery({ ...knownQuery(merchant.code, buyer.id), enabled: false })
  const isIt = (each: Subscription) => each.id === id
  return listed?.data.find(isIt) ?? known?.subscriptions.find(isIt)
}
