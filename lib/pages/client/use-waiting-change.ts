import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { WaitingAnswer } from '../waiting'
import { waitingQuery } from './waiting-query'

/** Runs when what waits for the person has changed in the part that `of` makes a text of: a list on the page asks nothing by itself meanwhile. */
export function useWaitingChange(of: (waiting: WaitingAnswer) => string, changed: () => void): void {
  const { data } = useQuery(waitingQuery)
  const now = data && of(data)
  const before = useRef(now)
  const run = useEffectEvent(changed)
  useEffect(() => {
    const isNew = before.current !== undefined && now !== undefined && before.current !== now
    before.current = now ?? before.current
    if (isNew) run()
  }, [now])
}
