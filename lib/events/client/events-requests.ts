import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { eventsKey } from '@/lib/operations/query-keys'
import type { EventFilter, EventInDetail, EventPage } from '../event-list'
import type { EventsOverview, NewAddress } from '../overview'
import type { Replayed } from '../replay'
import type { EventSettings } from '../settings'

export const readOverview = (merchant: string, signal: AbortSignal) =>
  request<EventsOverview>(routes.eventsOverview(), { merchant, signal })

/** The events that came, in pieces, newest first; again every ten seconds. */
export const eventsQuery = (merchant: string, filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: [...eventsKey(merchant, 'list'), filter],
    queryFn: ({ pageParam, signal }) =>
      request<EventPage>(routes.withSearch(routes.events(), { ...filter, limit: '20', after: pageParam }), {
        merchant,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

export const readEvent = (merchant: string, eventId: string, signal: AbortSignal) =>
  request<EventInDetail>(routes.event(eventId), { merchant, signal })

export const replayEvents = (merchant: string, actionId: string, body: { from: string; to: string; dryRun: boolean }) =>
  request<Replayed>(routes.eventsReplay(), { method: 'POST', merchant, actionId, body })

export const createAddress = (merchant: string, actionId: string) =>
  request<NewAddress>(routes.eventAddresses(), { method: 'POST', merchant, actionId, body: {} })

export const revokeAddress = (merchant: string, actionId: string, id: string) =>
  request<EventsOverview>(routes.eventAddress(id), { method: 'DELETE', merchant, actionId })

export const saveSettings = (merchant: string, actionId: string, settings: EventSettings) =>
  request<EventsOverview>(routes.eventSettings(), { method: 'PUT', merchant, actionId, body: settings })
