import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { actionKey, buyerActionsKey } from '@/lib/operations/query-keys'
import type { Action, BuyerActions } from '../action'

const lookEveryMs = 3_000
/** What was done may be changed by somebody else while a person reads it, and copies what to tell. */
const lookAgainEveryMs = 15_000
/** A lost answer may still come until the socket is given up, a minute after sending. */
const mayStillAnswerMs = 75_000

/** Whether the service may yet answer it, also where a person has settled it, so that looking again is worth while. */
const mayStillAnswer = (action: Action) =>
  (action.state === 'sent' || action.state === 'unconfirmed') && Date.now() - Date.parse(action.at) < mayStillAnswerMs

/** One action, looked at again as long as it's shown, and more often while its answer may still come. */
export const liveActionQuery = (actionId: string) =>
  queryOptions({
    queryKey: actionKey(actionId),
    queryFn: ({ signal, client, queryKey }) =>
      request<Action>(routes.action(actionId), { signal, background: client.getQueryData(queryKey) !== undefined }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => data !== undefined && (mayStillAnswer(data) ? lookEveryMs : lookAgainEveryMs),
  })

/** What was done to a buyer, by anybody, in pieces, newest first; looked at again while one of them may still be answered. */
export const buyerActionsQuery = (merchant: string, buyerId: string) =>
  infiniteQueryOptions({
    queryKey: buyerActionsKey(merchant, buyerId),
    queryFn: ({ pageParam, signal }) =>
      request<BuyerActions>(routes.withSearch(routes.buyerActions(buyerId), { before: pageParam }), {
        signal,
        merchant,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ actions }) => actions.some(mayStillAnswer)) ? lookEveryMs : false,
  })
