import 'server-only'
import { QueryClient } from '@tanstack/react-query'
import type { JournalFilter } from '@/lib/commands/journal-filter'
import { journalPiece } from '@/lib/commands/server/journal-handlers'
import { journalKey, waitingKey } from '@/lib/operations/query-keys'
import type { Person } from '@/lib/people/server/sessions'
import { waitingFor } from './handlers'

// What cannot be read here is left out: the page asks again, and says in its own panel what is wrong.

/** What waits for the person, for every page of the dashboard. */
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
