import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { operations } from '@/lib/operations'

const quietMs = 200

/**
 * Whatever the page reads anew about the buyer while a form is open may be new to what it foresees: the preview on screen follows, so
 * that our own reading never stands between the person and the button as somebody else's change.
 */
export function useFollowReads(merchant: string, buyerId: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (buyerId === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = queryClient.getQueryCache().subscribe(({ type, query: { queryKey }, ...event }) => {
      if (type !== 'updated' || !('action' in event) || event.action.type !== 'success' || !isRead(queryKey)) return
      clearTimeout(timer)
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['preview', merchant] }), quietMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
    function isRead([name, of, about]: readonly unknown[]): boolean {
      const whose = (about as { buyerId?: string } | null | undefined)?.buyerId ?? about
      return of === merchant && whose === buyerId && (name === 'orders' || isOperation(name))
    }
  }, [queryClient, merchant, buyerId])
}

/** What a command would do depends on the day: on the next one what is on screen is read again. */
export function useFollowDay(merchant: string, today: string): void {
  const queryClient = useQueryClient()
  const followed = useRef(today)
  useEffect(() => {
    if (followed.current === today) return
    followed.current = today
    void queryClient.invalidateQueries({ queryKey: ['preview', merchant] })
  }, [queryClient, merchant, today])
}

const isOperation = (name: unknown) => typeof name === 'string' && Object.hasOwn(operations, name)
