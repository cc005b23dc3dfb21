import { MutationCache, QueryClient, type QueryFunctionContext, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { ServiceProblem } from '@/lib/core/problem'
import type { OperationName } from '@/lib/operations'
import { type Address, pathFor, searchFor } from '@/lib/operations/path'
import {
  type AnswerTo,
  actionsKey,
  buyerActionsKey,
  operationKey,
  type QueryName,
  type QueryRequest,
} from '@/lib/operations/query-keys'
import { isOutcomeUnknown, request } from './request'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ServiceProblem
    queryMeta: { background?: boolean }
  }
}

/** Where each operation stands. The server tells it, so that the declarations with their schemas stay out of the browser. */
export type Addresses = Record<OperationName, Address>

/** An operation of kind query as React Query options; the query client knows how to ask it. */
export function operationQuery<Name extends QueryName>(name: Name, request: QueryRequest<Name>) {
  return queryOptions<AnswerTo<Name>>({ queryKey: operationKey(name, request) })
}

/** Lets a query client ask any operation by its key. */
function answerOperations(queryClient: QueryClient, addresses: Addresses): void {
  const defaults = queryClient.getDefaultOptions()
  const note = noteVersions(queryClient)
  queryClient.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      queryFn: ({ queryKey, signal, meta }) => {
        const [name, merchant, params, search, body] = queryKey as ReturnType<typeof operationKey<OperationName>>
        const { method, path } = addresses[name]
        // An operation stands at its own path in our handlers, too.
        return request(pathFor({ path }, params) + searchFor(search ?? undefined), {
          method,
          merchant,
          body: body ?? undefined,
          signal,
          background: meta?.background === true,
          noteHeaders: (headers) => note(merchant, params, headers),
        })
      },
    },
  })
}

/**
 * Once a read tells that more is known of a buyer than before, what was done to them is read again, and so is an action on screen: what can be undone
 * rests on it, and whether what an action came to still holds.
 */
function noteVersions(queryClient: QueryClient) {
  const known = new Map<string, number>()
  return (merchant: string, { buyerId }: Record<string, string>, headers: Headers): void => {
    const version = Number(headers.get('x-known-version') ?? Number.NaN)
    if (buyerId === undefined || Number.isNaN(version)) return
    const key = `${merchant} ${buyerId}`
    const before = known.get(key) ?? version
    known.set(key, Math.max(before, version))
    if (version <= before) return
    void queryClient.invalidateQueries({ queryKey: buyerActionsKey(merchant, buyerId) })
    void queryClient.invalidateQueries({ queryKey: actionsKey })
  }
}

/** Answers stay fresh for a minute: what is known stays on screen while a newer answer is fetched. Repeats are the server's business. */
export function makeQueryClient(addresses: Addresses): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } },
    mutationCache: new MutationCache({
      // A card keeps what a change answers, so without that answer only reading shows whether it was made.
      onError: (cause) => {
        if (isOutcomeUnknown(cause)) void readAllAgain(queryClient)
      },
    }),
  })
  answerOperations(queryClient, addresses)
  return queryClient
}

const againAfterMs = [2_000, 10_000]

/** Reads all that is on screen again. What lost an answer often loses the next ones too, so a read that fails is made again a little later. */
async function readAllAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries()
  for (const ms of againAfterMs) {
    await new Promise((passes) => setTimeout(passes, ms))
    await queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated })
  }
}

/**
 * Asks what a query on screen asks, as something nobody asked for, and changes nothing on screen. Of a list in pieces it asks the first.
 * Throws what the query would.
 */
export async function probe(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const ask = queryClient.getQueryCache().find({ queryKey, exact: true })?.options.queryFn
  if (typeof ask !== 'function') return
  const signal = AbortSignal.timeout(probeMs)
  const context = { client: queryClient, queryKey, signal, meta: { background: true }, pageParam: null }
  await ask(context as unknown as QueryFunctionContext)
}

const probeMs = 30_000
