import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Notice, NoticePreferences } from '../notice'

/** Marks notices as seen. Answers with what the bell shows then. */
export const markSeen = (actionId: string, ids: readonly string[]) =>
  request<{ data: Notice[] }>(routes.noticesSeen(), { actionId, body: { ids } })

export const savePreferences = (actionId: string, wants: Partial<NoticePreferences>) =>
  request<{ data: NoticePreferences }>(routes.noticePreferences(), { method: 'PUT', actionId, body: wants })
