import { useEffect, useRef } from 'react'
import type { Result } from '@/lib/client/commands/use-result'

/** For who came to check: the button they pressed was on the page. */
export function useCheckAtOnce({ action, check }: Pick<Result, 'action' | 'check'>, wanted: boolean): void {
  const isAsked = useRef(false)
  const isLoaded = action !== undefined
  const { mutate } = check
  useEffect(() => {
    if (!wanted || !isLoaded || isAsked.current) return
    isAsked.current = true
    mutate()
  }, [wanted, isLoaded, mutate])
}
