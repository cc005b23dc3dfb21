import { queryOptions } from '@tanstack/react-query'
import type { Notes, NoteVersion } from '@/lib/note'
import { notesKey } from '@/lib/query-keys'
import { fetchJson } from './call'
import { postJson } from './commands/post-json'

const pathOf = (buyerId: string) => `/api/desk/buyers/${buyerId}/notes`

/** The notes on a buyer, newest first. */
export const notesQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: notesKey(merchant, buyerId),
    queryFn: ({ signal }) => fetchJson<Notes>(pathOf(buyerId), { signal, headers: { 'x-merchant': merchant } }),
    refetchOnWindowFocus: true,
  })

export const addNote = (merchant: string, buyerId: string, note: { text: string; ticket: string | null }) =>
  postJson<Notes>(pathOf(buyerId), merchant, note)

export const changeNote = (id: string, note: { text: string; version: number }) =>
  fetchJson(`/api/desk/notes/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(note),
  })

/** Every text a note had, newest first. */
export const noteVersionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['note', id, version] as const,
    queryFn: async ({ signal }) => (await fetchJson<{ versions: NoteVersion[] }>(`/api/desk/notes/${id}`, { signal })).versions,
  })

/** The person has seen that a note names them. */
export const putMentionAway = (id: string) => fetchJson(`/api/desk/mentions/${id}`, { method: 'DELETE' })
