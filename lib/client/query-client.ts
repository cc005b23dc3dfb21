import { QueryClient } from '@tanstack/react-query'
import { type Addresses, answerOperations } from './operation-query'

/** Answers stay fresh for a minute: what is known stays on screen while a newer answer is fetched. Repeats are the server's business. */
export function makeQueryClient(addresses: Addresses): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } },
  })
  answerOperations(queryClient, addresses)
  return queryClient
}
