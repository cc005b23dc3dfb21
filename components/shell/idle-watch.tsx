'use client'

import { useEffect, useState } from 'react'
import { late } from '@/components/ui/late'
import { idleIn } from '@/lib/client/session'
import { ServiceProblem } from '@/lib/core/problem'
import { lookAtSession } from '@/lib/people/client/keep-session'

// It comes when it is needed, which on most days is never.
const IdleDialog = late(() => import('./idle-dialog').then((file) => file.IdleDialog))

const warnMs = 2 * 60_000
const lookEveryMs = 5_000

/**
 * Warns two minutes before an idle session ends. The last word has the server, which every tab asks while it warns: what keeps the
 * session in one of them takes the warning away in all.
 */
export function IdleWatch() {
  const [leftMs, setLeftMs] = useState<number | null>(null)

  useEffect(() => {
    const leaving = new AbortController()
    async function look() {
      if (idleIn() > warnMs) return setLeftMs(null)
      try {
        await lookAtSession(leaving.signal)
        setLeftMs(idleIn() > warnMs ? null : idleIn())
      } catch (cause) {
        if (leaving.signal.aborted) return
        const isOver = cause instanceof ServiceProblem && cause.problem.kind === 'signedOut'
        setLeftMs(isOver ? 0 : Math.max(1, idleIn()))
      }
    }
    const timer = setInterval(look, lookEveryMs)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [])

  if (leftMs === null) return null
  return <IdleDialog leftMs={leftMs} onStayed={() => setLeftMs(null)} onOver={() => setLeftMs(0)} />
}
