import 'server-only'
import { QueryClient } from '@tanstack/react-query'
import type { JournalFilter } from '@/lib/journal-filter'
import { journalKey, waitingKey } from '@/lib/query-keys'
import type { Person } from '../auth/sessions'
import { journalPiece } from './journal'
import { waitingFor } from './waiting'

// What cannot be read here is left out: the page asks again, and says in its own panel what is wrong.

/** What waits for the person, for every page of the desk. */
export async function prefetchWaiting(person: Person): Promise<QueryClient> {
  const queryClient = new QueryClient()
  await queryClient.prefetchQuery({ queryKey: waitingKey, queryFn: () => waitingFor(person) })
  return queryClient
}

/** The newest piece of the journal. */
export async function prefetchJournal(person: Person, filter: JournalFilter): Promise<QueryClient> {
  const queryClient = new QueryClient()
  await queryClient.prefetchInfiniteQuery({
    queryKey: journalKey(filter),
    queryFn: () => journalPiece(person, filter),
    initialPageParam: null as string | null,
  })
  return queryClient
}
