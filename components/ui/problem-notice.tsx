'use client'

import { Button } from './button'
import { Notice } from './notice'
import { ProblemDetailsList } from './problem-details-list'
import { SignInLink } from './sign-in-link'

type Props = {
  title: string
  detail: string
  /** What to do about it. */
  advice: string
  /** What else the problem tells. */
  details?: Parameters<typeof ProblemDetailsList>[0] | null
  /** It's for want of a session: the page stays, so that nothing typed on it is lost. */
  signIn?: boolean
  /** Given where trying again is safe. */
  onRetry?: () => void
  className?: string
}

/** What happened, what to do, and the details for the person who investigates. It stays until its cause is gone. */
export function ProblemNotice({ title, detail, advice, details, signIn = false, onRetry, className }: Props) {
  return (
    <Notice kind="declined" role="alert" className={className}>
      <p>
        <b className="font-semibold">{title}.</b> {detail}
      </p>
      {!detail.endsWith(advice) && <p className="text-ink-2">{advice}</p>}
      {details && <ProblemDetailsList {...details} />}
      {signIn && (
        <p className="mt-1.5">
          <SignInLink inNewTab />
        </p>
      )}
      {onRetry && (
        <Button size="small" className="mt-1.5" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  )
}
