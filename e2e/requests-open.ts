import { expect, type Page, type Request } from '@playwright/test'

/** Waits until each request that the page has made since this was called has ended, whichever way. */
export function requestsOf(page: Page): { allEnded: () => Promise<void> } {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return { allEnded: () => expect.poll(() => [...open].map((request) => request.url())).toEqual([]) }
}
