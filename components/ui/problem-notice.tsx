'use client'

import { Button } from './button'
import { Ident } from './ident'
import { Notice } from './notice'

type Props = {
  title: string
  detail: string
  /** What to do about it. */
  advice: string
  traceId: string | null
  /** Given where trying again is safe. */
  onRetry?: () => void
  className?: string
}

/** What happened, what to do, and the trace id for whoever has to find out more. It stays until its cause is gone. */
export function ProblemNotice({ title, detail, advice, traceId, onRetry, className }: Props) {
  return (
    <Notice kind="declined" role="alert" className={className}>
      <p>
        <b className="font-semibold">{title}.</b> {detail}
      </p>
      <p className="text-ink-2">{advice}</p>
      {(onRetry || traceId) && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )}
          {traceId && (
            <span className="inline-flex items-center gap-1.5 text-meta text-muted">
              trace <Ident value={traceId} />
            </span>
          )}
        </div>
      )}
    </Notice>
  )
}
