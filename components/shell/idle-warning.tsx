'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { keepSession, lastAnswerAt } from '@/lib/client/session'

const warnAfterMs = 13 * 60_000
const idleMs = 15 * 60_000
const lookEveryMs = 5_000

/** Two minutes before an idle session ends, offers to keep it. */
export function IdleWarning() {
  const [idle, setIdle] = useState<'no' | 'soon' | 'over'>('no')

  useEffect(() => {
    const timer = setInterval(() => {
      const since = Date.now() - lastAnswerAt()
      setIdle(since >= idleMs ? 'over' : since >= warnAfterMs ? 'soon' : 'no')
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [])

  if (idle === 'no') return null
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 mx-auto max-w-dialog p-3 max-sm:bottom-14">
      {idle === 'soon' ? (
        <Notice
          kind="deferred"
          role="alert"
          actions={<Button onClick={() => void keepSession().then(() => setIdle('no'))}>Stay signed in</Button>}
        >
          You will be signed out in two minutes, after 15 minutes without a request.
        </Notice>
      ) : (
        <Notice kind="deferred" role="alert" actions={<Button onClick={() => location.reload()}>Sign in</Button>}>
          You were signed out after 15 minutes without a request.
        </Notice>
      )}
    </div>
  )
}
