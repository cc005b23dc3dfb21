'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { isTypedKept } from '@/lib/client/open-forms'
import { ServiceProblem } from '@/lib/core/problem'
import { keepSession } from '@/lib/people/client/keep-session'
import { signOut } from '@/lib/people/client/sign-out'

type Props = {
  /** Milliseconds until the session ends; 0: it has. */
  leftMs: number
  onStayed: () => void
  onOver: () => void
}

/** A session that is about to end for want of a request, or has. */
export function IdleDialog({ leftMs, onStayed, onOver }: Props) {
  const stayButton = useRef<HTMLButtonElement>(null)
  const [error, setError] = useState<string | null>(null)

  async function stay() {
    try {
      await keepSession()
      onStayed()
    } catch (cause) {
      if (cause instanceof ServiceProblem && cause.problem.kind === 'signedOut') onOver()
      else setError('We couldn’t reach the dashboard. Try again.')
    }
  }

  const leave = async () => setError(await signOut())

  if (leftMs === 0)
    return (
      <Dialog
        open
        onOpenChange={() => {}}
        busy
        title="You were signed out"
        footer={
          <a href={signInAgain()} className={buttonClass({ variant: 'primary' })}>
            Sign in again
          </a>
        }
      >
        <p>You were inactive for 15 minutes. {describeKept(isTypedKept())} Sign in to continue.</p>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={stay} // to close it is a sign of life
      initialFocus={stayButton}
      title="Are you still there?"
      footer={
        <>
          <Button onClick={leave}>Sign out</Button>
          <Button ref={stayButton} variant="primary" onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        You’ll be signed out {leftMs > 60_000 ? 'in two minutes' : 'within a minute'} because you’ve been inactive.{' '}
        {describeKept(isTypedKept())}
      </p>
      {error !== null && (
        <Notice kind="declined" role="alert">
          {error}
        </Notice>
      )}
    </Dialog>
  )
}

function describeKept(isKept: boolean | null): string {
  if (isKept === null) return ''
  return isKept
    ? 'What you’ve typed is kept for a day.'
    : 'We couldn’t save everything you’ve typed, so copy it before you leave this page.'
}

const signInAgain = () => `/sign-in?${new URLSearchParams({ callbackUrl: location.pathname + location.search, reason: 'idle' })}`
