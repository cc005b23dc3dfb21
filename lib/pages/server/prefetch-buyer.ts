import 'server-only'
import { QueryClient } from '@tanstack/react-query'
import { askFor, callFor } from '@/lib/calls/call'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import { ordersPage } from '@/lib/charges/server/orders-page'
import { actionsOnBuyer } from '@/lib/commands/server/action-handlers'
import { ServiceProblem } from '@/lib/core/problem'
import { isStranger } from '@/lib/knowledge/known'
import { knownForPeople, listedAt } from '@/lib/knowledge/server/known-for-people'
import type { Operation } from '@/lib/operations/declare/operation'
import { findBuyerByEmail, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { buyerActionsKey, knownKey, operationKey, ordersKey, repliesKey, replyTextsKey } from '@/lib/operations/query-keys'
import { replyLocaleOf } from '@/lib/replies/languages'
import { repliesFor } from '@/lib/replies/server/handlers'
import { builtIn } from '@/lib/replies/texts/built-in'
import { hasRead } from '@/lib/service/account-state'

/** Which of the reads beside the interface document this merchant account has. */
export type Reads = Record<'listSubscriptions' | 'listTokens' | 'findBuyerByEmail', boolean>

/** `unknown` is why there is no such buyer, as the service says and nothing that is stored contradicts; null where there may be one. */
type Prefetched = { queryClient: QueryClient; reads: Reads; unknown: ServiceProblem | null }

// A service that is slower than this must not hold back the page: its panels then show what they wait for, or what is known.
const patienceMs = { stranger: 2_000, known: 250 }

/**
 * Reads what a buyer's page shows first, all at once. A read that fails or is late is left to the page, which shows what is known as
 * old as it is, asks again and says in its own panel what is wrong.
 */
export async function prefetchBuyer(given: BuyerOf): Promise<Prefetched> {
  const { person, merchant, buyerId } = given
  const known = await knownForPeople(person, merchant.code, buyerId)
  const patience = known.subscriptionsListed || known.methodsListed ? patienceMs.known : patienceMs.stranger
  const about = { ...given, signal: AbortSignal.timeout(patience) }
  const queryClient = new QueryClient()
  const prefetch = async (operation: typeof listSubscriptions | typeof listTokens) => {
    if (!hasRead(merchant, operation)) return
    await queryClient.prefetchQuery({
      queryKey: operationKey(operation.name as 'listSubscriptions' | 'listTokens', {
        merchant: merchant.code,
        params: { buyerId },
      }),
      queryFn: async () => (await askFor(await callFor<Operation<'query'>>(operation, { ...about, params: { buyerId } }))).answer,
    })
  }
  await Promise.all([
    queryClient.prefetchInfiniteQuery({
      queryKey: ordersKey(merchant.code, buyerId),
      queryFn: ({ pageParam }) => ordersPage(given, pageParam, about.signal),
      initialPageParam: null as string | null,
    }),
    queryClient.prefetchInfiniteQuery({
      queryKey: buyerActionsKey(merchant.code, buyerId),
      queryFn: () => actionsOnBuyer(person, { merchant: merchant.code, buyerId }),
      initialPageParam: null as string | null,
    }),
    prefetch(listSubscriptions),
    prefetch(listTokens),
  ])
  queryClient.setQueryData(repliesKey(merchant.code), await repliesFor(given.person, merchant.code))
  // Read again, for what has just been read is known by now.
  const knownNow = await knownForPeople(person, merchant.code, buyerId)
  queryClient.setQueryData(knownKey(merchant.code, buyerId), knownNow)
  const locale = replyLocaleOf({ country: knownNow.billing?.country ?? knownNow.country, language: knownNow.locale })
  // The reply is drawn with the page. English is there anyway.
  if (locale !== 'en') queryClient.setQueryData(replyTextsKey(locale), { locale, texts: builtIn[locale] })
  const failed = queryClient.getQueryState(ordersKey(merchant.code, buyerId))?.error
  const fallBack = (name: 'listSubscriptions' | 'listTokens', data: unknown[], at: number | null) => {
    const queryKey = operationKey(name, { merchant: merchant.code, params: { buyerId } })
    if (at === null || queryClient.getQueryData(queryKey) !== undefined) return
    const answer = { data, meta: { type: 'collection', total: data.length, offset: null } }
    queryClient.setQueryData(queryKey, answer, { updatedAt: at })
  }
  if (hasRead(merchant, listSubscriptions))
    fallBack('listSubscriptions', known.subscriptions, listedAt(known, 'listedSubscriptions'))
  if (hasRead(merchant, listTokens)) fallBack('listTokens', known.methods, listedAt(known, 'paymentMethods'))
  const has = (operation: Operation) => hasRead(merchant, operation)
  return {
    queryClient,
    unknown: failed instanceof ServiceProblem && failed.problem.kind === 'notFound' && isStranger(knownNow) ? failed : null,
    reads: { listSubscriptions: has(listSubscriptions), listTokens: has(listTokens), findBuyerByEmail: has(findBuyerByEmail) },
  }
}
