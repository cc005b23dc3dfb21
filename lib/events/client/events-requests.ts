import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { EventsOverview, NewAddress } from '../overview'
import type { EventSettings } from '../settings'

export const readOverview = (merchant: string, state: 'left' | null, signal: AbortSignal) =>
  request<EventsOverview>(routes.withSearch(routes.events(), { state }), { merchant, signal })

export const createAddress = (merchant: string, actionId: string) =>
  request<NewAddress>(routes.eventAddresses(), { method: 'POST', merchant, actionId, body: {} })

export const revokeAddress = (merchant: string, actionId: string, id: string) =>
  request<EventsOverview>(routes.eventAddress(id), { method: 'DELETE', merchant, actionId })

export const saveSettings = (merchant: string, actionId: string, settings: EventSettings) =>
  request<EventsOverview>(routes.eventSettings(), { method: 'PUT', merchant, actionId, body: settings })
