import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { notesKey } from '@/lib/operations/query-keys'
import type { Notes, NoteVersion } from '../note'

/** The notes on a buyer, newest first. */
export const notesQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: notesKey(merchant, buyerId),
    queryFn: ({ signal }) => request<Notes>(routes.buyerNotes(buyerId), { signal, merchant }),
    refetchOnWindowFocus: true,
  })

type OfBuyer = { merchant: string; buyerId: string }

export const addNote = (
  actionId: string,
  { merchant, buyerId }: OfBuyer,
  note: { text: string; ticket: string | null; due: string | null; forShift: boolean },
) => request<Notes>(routes.buyerNotes(buyerId), { actionId, merchant, body: note })

export const changeNote = (actionId: string, id: string, note: { text: string; version: number }) =>
  request(routes.note(id), { method: 'PUT', actionId, body: note })

/** Says that what was promised is done, or isn't after all. */
export const settlePromise = (actionId: string, id: string, done: boolean) =>
  request(routes.promise(id), { method: 'PUT', actionId, body: { done } })

/** Every text a note had, newest first. */
export const noteVersionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['note', id, version] as const,
    queryFn: async ({ signal }) => (await request<{ versions: NoteVersion[] }>(routes.note(id), { signal })).versions,
  })

/** The person has seen that a note names them. */
export const putMentionAway = (id: string) => request(routes.mention(id), { method: 'DELETE' })
