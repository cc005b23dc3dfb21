import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Hooks, HookToSave, MadeHook } from '../hook'

/** The hooks, looked up again every few seconds, since deliveries go on. */
export const hooksQuery = (initial: Hooks) =>
  queryOptions({
    queryKey: ['hooks'],
    queryFn: ({ signal }) => request<Hooks>(routes.hooks(), { signal, background: true }),
    initialData: initial,
    refetchInterval: 10_000,
  })

export const createHook = (actionId: string, hook: HookToSave) => request<MadeHook>(routes.hooks(), { actionId, body: hook })

export const changeHook = (actionId: string, id: string, change: Partial<HookToSave> & { on?: boolean }) =>
  request<Hooks>(routes.hook(id), { method: 'PUT', actionId, body: change })

export const removeHook = (actionId: string, id: string) => request<Hooks>(routes.hook(id), { method: 'DELETE', actionId })

export const sendAgain = (actionId: string, of: { hookId: string; deliveryId: string }) =>
  request<Hooks>(routes.deliveryAgain(of.hookId, of.deliveryId), { actionId, body: {} })
