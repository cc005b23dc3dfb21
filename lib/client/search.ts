import type { SearchAnswer } from '@/lib/search-reading'
import { fetchJson } from './call'

/** Searches for buyers. The text travels in the body, so that it stands in no address. */
export const searchBuyers = (merchant: string, q: string) =>
  fetchJson<SearchAnswer>('/api/desk/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merchant': merchant },
    body: JSON.stringify({ q }),
  })
