import 'server-only'
import { QueryClient } from '@tanstack/react-query'
import type { JournalFilter } from '@/lib/commands/journal-filter'
import { journalPiece } from '@/lib/commands/server/journal-handlers'
import type { Counted } from '@/lib/core/counted'
import { type ListFilter, type ListName, listPiece } from '@/lib/lists/lists'
import { readListAs } from '@/lib/lists/server/counted-list'
import { contextOf, countLists } from '@/lib/lists/server/read-list'
import { listViews } from '@/lib/lists/server/views'
import { journalKey, listKey, listsKey, morningKey, viewsKey, waitingKey } from '@/lib/operations/query-keys'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { waitingAnswer } from './handlers'
import { morningNumbers } from './numbers'

// What cannot be read here is left out: the page asks again, and says in its own panel what is wrong.

/** What waits for the person, for every page of the dashboard. */
export async function prefetchWaiting(person: Person): Promise<QueryClient> {
  const queryClient = new QueryClient()
  await queryClient.prefetchQuery({ queryKey: waitingKey, queryFn: () => waitingAnswer(person) })
  return queryClient
}

/** The numbers of the day. */
export async function prefetchNumbers(person: Person, merchant: Merchant): Promise<QueryClient> {
  const queryClient = new QueryClient()
  const queryFn = () => morningNumbers(person, merchant)
  await queryClient.prefetchQuery({ queryKey: morningKey(merchant.code), queryFn })
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

/** The first piece of a list across buyers, and how many rows each list has. Without a name only that. */
export async function prefetchList(
  person: Person,
  merchant: Merchant,
  name: ListName | null,
  filter: ListFilter,
  counted: Counted | null = null,
): Promise<QueryClient> {
  const queryClient = new QueryClient()
  const context = contextOf(person, merchant)
  await queryClient.prefetchQuery({ queryKey: listsKey(merchant.code), queryFn: () => countLists(context) })
  await queryClient.prefetchQuery({ queryKey: viewsKey(merchant.code), queryFn: () => listViews(context) })
  if (name !== null)
    await queryClient.prefetchInfiniteQuery({
      queryKey: listKey(merchant.code, name, { ...filter, ...counted }),
      queryFn: () => readListAs(counted, name, context, filter, { limit: listPiece, after: null }),
      initialPageParam: null as string | null,
    })
  return queryClient
}
