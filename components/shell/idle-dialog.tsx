'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { keepSession } from '@/lib/client/session'
import { signOut } from '@/lib/client/sign-out'
import { ServiceProblem } from '@/lib/problem'

type Props = {
  /** Milliseconds until the session ends; 0: it has. */
  leftMs: number
  onStayed: () => void
  onOver: () => void
}

/** A session that is about to end for want of a request, or has. */
export function IdleDialog({ leftMs, onStayed, onOver }: Props) {
  const stayButton = useRef<HTMLButtonElement>(null)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function stay() {
    try {
      await keepSession()
      onStayed()
    } catch (cause) {
      if (cause instanceof ServiceProblem && cause.problem.kind === 'signedOut') onOver()
      else setTrouble('The dashboard could not be reached. Try again.')
    }
  }

  const leave = async () => setTrouble((await signOut()) ? null : 'The dashboard could not be reached. You are still signed in.')

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
        <p>
          Nothing was asked for 15 minutes. What you have typed into an action is kept for a day: sign in, and go on from there.
        </p>
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
        You will be signed out {leftMs > 60_000 ? 'in two minutes' : 'within a minute'}, after 15 minutes without a request. What
        you have typed into an action is kept.
      </p>
      {trouble !== null && (
        <Notice kind="declined" role="alert">
          {trouble}
        </Notice>
      )}
    </Dialog>
  )
}

const signInAgain = () => `/sign-in?${new URLSearchParams({ callbackUrl: location.pathname + location.search, reason: 'idle' })}`
