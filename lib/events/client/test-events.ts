import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { EventPage, EventShown } from '../event-list'
import { testEvent } from '../test-event'

/** The newest test events that came. */
export async function readTestEvents(merchant: string, signal?: AbortSignal): Promise<EventShown[]> {
  const address = routes.withSearch(routes.events(), { action: 'test', limit: '20' })
  return (await request<EventPage>(address, { merchant, ...(signal && { signal }) })).data
}

/** Asks the stand-in for one. Returns 202, or 404 where it has no address to send it to. */
export async function askForTestEvent(merchant: string): Promise<number> {
  const { sent } = await request<{ sent: number }>(routes.eventsTest(), { merchant, body: {} })
  return sent > 0 ? 202 : 404
}

/** Posts one from here to an address of ours, which nobody but the person who pasted it has. Returns the status that came back. */
export const postTestEvent = (merchant: string, address: string): Promise<number> =>
  request(new URL(address).pathname, {
    body: JSON.parse(testEvent(merchant, crypto.randomUUID())),
    as: async ({ status }) => status,
  })
