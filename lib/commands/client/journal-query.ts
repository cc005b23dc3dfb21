import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { actionKey, journalKey } from '@/lib/operations/query-keys'
import { type Action, isOpen } from '../action'
import { type JournalFilter, type JournalPiece, journalPath } from '../journal-filter'

// A late answer comes within a minute of the sending, if ever; after three nothing moves by itself.
const movesForMs = 3 * 60_000
const lookEveryMs = 10_000

const mayMove = (action: Action) => (action.state === 'sent' || isOpen(action)) && Date.now() - Date.parse(action.at) < movesForMs

/** The journal in pieces, newest first. While a fresh entry has no outcome it is read again, so that a late answer shows by itself. */
export function journalQuery(filter: JournalFilter) {
  return infiniteQueryOptions({
    queryKey: journalKey(filter),
    queryFn: ({ pageParam, signal }) => request<JournalPiece>(journalPath(filter, { before: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ actions }) => actions.some(mayMove)) ? lookEveryMs : false),
  })
}

/** One action with what was answered, which a list leaves out. */
export function actionQuery(actionId: string) {
  return queryOptions({
    queryKey: actionKey(actionId),
    queryFn: ({ signal }) => request<Action>(routes.action(actionId), { signal }),
  })
}
