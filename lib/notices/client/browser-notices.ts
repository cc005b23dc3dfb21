import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chooseMerchant } from '@/lib/client/choose-merchant'
import { useRememberedText } from '@/lib/client/remembered'
import { waitingKey } from '@/lib/operations/query-keys'
import { isScreenShared } from '@/lib/people/client/screen-share'
import type { Notice } from '../notice'

/** Up to when this browser has shown notices; empty while nobody wants it to. All its tabs share it. */
export const shownUntil = 'notices-shown-until'
const hiddenEveryMs = 60_000

/**
 * Shows what is new as the browser's notification, where somebody wants that here. A hidden tab then asks once a minute, by the question that
 * a page in sight asks anyway, which keeps no session alive. While the screen is shared nothing is shown, then or later.
 */
export function useNotify(notices: readonly Notice[] | undefined): void {
  const [until, setUntil] = useRememberedText(shownUntil)
  const queryClient = useQueryClient()
  const isOn = until !== '' && typeof Notification !== 'undefined' && Notification.permission === 'granted'
  const newest = notices?.[0]?.at ?? ''

  useEffect(() => {
    if (!isOn) return
    const asking = setInterval(() => {
      if (document.hidden) void queryClient.refetchQueries({ queryKey: waitingKey })
    }, hiddenEveryMs)
    return () => clearInterval(asking)
  }, [isOn, queryClient])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new is what came since, and the list is another object each time
  useEffect(() => {
    if (!isOn || newest <= until) return
    setUntil(newest)
    if (isScreenShared()) return
    for (const notice of notices ?? []) if (notice.isNew && notice.browser && notice.at > until) show(notice)
  }, [isOn, newest, until])
}

/** The tag is the notice's id, so that of several tabs that show the same the browser shows one. */
function show({ id, words, account, merchant, href }: Notice): void {
  try {
    const shown = new Notification(words, { body: account, tag: id })
    shown.onclick = () => {
      window.focus()
      if (merchant !== '') chooseMerchant(merchant)
      location.assign(href)
      shown.close()
    }
  } catch {
    // A browser that notifies only from a service worker, as on phones: the bell still tells.
  }
}
