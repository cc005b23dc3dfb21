import type { Draft } from '@/lib/draft'
import { fetchJson } from '../call'

const pathOf = (key: string) => `/api/desk/drafts/${encodeURIComponent(key)}`

/** A half-typed form is kept by the server, sealed: what is typed may be personal, and a browser's storage is no place for that. */
export const readDraft = async (key: string, signal: AbortSignal): Promise<Draft | null> =>
  (await fetchJson<{ draft: Draft | null }>(pathOf(key), { signal })).draft

export const keepDraft = (key: string, draft: Draft) =>
  fetchJson(pathOf(key), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(draft),
    keepalive: true,
  })

export const dropDraft = (key: string) => fetchJson(pathOf(key), { method: 'DELETE', keepalive: true })
