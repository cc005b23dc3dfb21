'use client'

import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { SendingButton } from '@/components/ui/sending-button'
import { formatAmount } from '@/lib/core/money'
import { undoRefund } from '@/lib/refunds/client/refund-queries'
import type { Refund } from '@/lib/refunds/refund'
import { useOnce } from './use-once'

const shownMs = 10_000

type Props = { decided: Refund | null; onUndone: (refund: Refund) => void; onGone: () => void }

/** Says what was decided, and takes it back for ten seconds, or as long as the pointer or the focus is on it. */
export function DecisionToast({ decided, onUndone, onGone }: Props) {
  return (
    <div
      role="status"
      // At the end of the list, and on a phone at the top: the decision below must stay in reach.
      className="pointer-events-none fixed inset-x-0 z-20 mx-auto grid max-w-frame justify-items-center px-gutter max-sm:top-14 sm:bottom-4 md:justify-items-start print:hidden"
    >
      {decided && <Decided key={`${decided.id} ${decided.version}`} refund={decided} onUndone={onUndone} onGone={onGone} />}
    </div>
  )
}

type DecidedProps = { refund: Refund; onUndone: (refund: Refund) => void; onGone: () => void }

function Decided({ refund, onUndone, onGone }: DecidedProps) {
  const [isHeld, setHeld] = useState(false)
  const undoing = useOnce((actionId) => undoRefund(actionId, refund))
  const stays = isHeld || undoing.isPending || undoing.isError
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(onGone, shownMs)
    return () => clearTimeout(timer)
  }, [stays, onGone])
  return (
    <section
      aria-label="Decision"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-dialog animate-rise flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line-strong bg-overlay py-2 pr-2 pl-4 text-table shadow-float motion-reduce:animate-none"
    >
      <span>
        {undoing.error
          ? undoing.error.message
          : `${refund.state === 'approved' ? 'Approved' : 'Refused'} ${formatAmount(refund.amount)} ${refund.currency}.`}
      </span>
      {undoing.error ? (
        <Button size="small" onClick={onGone}>
          Close
        </Button>
      ) : (
        <SendingButton
          size="small"
          sending={undoing.isPending}
          onClick={() => undoing.mutate(undefined, { onSuccess: onUndone })}
        >
          Undo
        </SendingButton>
      )}
    </section>
  )
}
