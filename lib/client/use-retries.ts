import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ServiceProblem } from '@/lib/core/problem'

const firstMs = 5_000
const longestMs = 60_000

/** Milliseconds until the next try: twice as long after each, at most a minute, and spread so that not everybody asks in one moment. */
export function retryDelay(tries: number, random: number): number {
  return Math.round(Math.min(longestMs, firstMs * 2 ** tries) * (0.75 + random / 4))
}

/** `nextAt` in milliseconds; null while one is on its way, or nothing fails. */
export type Retries = { nextAt: number | null; tryNow: () => void }

/**
 * Tries again what fails, until it does no more; not while the page is out of sight. A problem that says how long to wait is waited for.
 * `attempt` throws where it failed again.
 */
export function useRetries(isFailing: boolean, attempt: () => Promise<void>): Retries {
  const [nextAt, setNextAt] = useState<number | null>(null)
  const now = useRef(() => {})
  const attempting = useEffectEvent(attempt)

  useEffect(() => {
    if (!isFailing) return
    let tries = 0
    let dueAt: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const wait = () => {
      clearTimeout(timer)
      if (dueAt !== null && !document.hidden) timer = setTimeout(go, Math.max(0, dueAt - Date.now()))
    }
    const planAfter = (askedForMs: number) => {
      dueAt = Date.now() + Math.max(askedForMs, retryDelay(tries, Math.random()))
      tries += 1
      setNextAt(dueAt)
      wait()
    }
    async function go() {
      if (dueAt === null) return
      dueAt = null
      clearTimeout(timer)
      setNextAt(null)
      const askedForMs = await attempting().then(() => 0, waitAskedFor)
      if (!isOver) planAfter(askedForMs)
    }
    now.current = () => void go()
    document.addEventListener('visibilitychange', wait)
    planAfter(0)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
      now.current = () => {}
      setNextAt(null)
    }
  }, [isFailing])

  return { nextAt, tryNow: () => now.current() }
}

const waitAskedFor = (cause: unknown) => (cause instanceof ServiceProblem ? (cause.problem.retryAfter ?? 0) * 1_000 : 0)
