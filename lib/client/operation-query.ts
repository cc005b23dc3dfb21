import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { OperationName } from '@/lib/operations'
import type { Address } from '@/lib/operations/path'
import type { ServiceProblem } from '@/lib/problem'
import { type AnswerTo, type Asked, operationKey, type QueryName } from '@/lib/query-keys'
import { call } from './call'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ServiceProblem
  }
}

/** Where each operation stands. The server tells it, so that the declarations with their schemas stay out of the browser. */
export type Addresses = Record<OperationName, Address>

/** An operation of kind query as React Query options; the query client knows how to ask it. */
export function operationQuery<Name extends QueryName>(name: Name, asked: Asked<Name>) {
  return queryOptions<AnswerTo<Name>>({ queryKey: operationKey(name, asked) })
}

/** Lets a query client ask any operation by its key. */
export function answerOperations(queryClient: QueryClient, addresses: Addresses): void {
  const defaults = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      queryFn: ({ queryKey, signal }) => {
        const [name, merchant, params, search, body] = queryKey as ReturnType<typeof operationKey<OperationName>>
        return call(addresses[name], { merchant, params, search, body }, signal)
      },
    },
  })
}
