'use client'

import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { SendingButton } from '@/components/ui/sending-button'
import type { Approval } from '@/lib/commands/approval'

type Props = {
  approval: Approval
  /** What was decided here, and whether a command was begun by it. */
  decided: 'begun' | 'closed' | null
  sending: 'approve' | 'decline' | null
  /** The preview is on screen: nobody approves what they have not seen. */
  ready: boolean
  changed: boolean
  renews: boolean
  whyNot: string | null
  onDecide: (approve: boolean) => void
  onClose: () => void
}

/** Back, decline, approve; once decided, the way to what was sent. */
export function DecisionFooter({ approval, decided, sending, ready, changed, renews, whyNot, onDecide, onClose }: Props) {
  if (decided !== null || whyNot !== null) {
    const wasBegun = decided === 'begun' || (decided === null && approval.state === 'approved')
    return (
      <>
        {whyNot !== null && decided === null && <span className="mr-auto text-meta text-muted">{whyNot}</span>}
        {wasBegun && (
          <Link
            href={`/journal?entry=${approval.actionId}`}
            onClick={onClose}
            className="mr-auto text-accent text-table hover:underline"
          >
            Open in journal
          </Link>
        )}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </>
    )
  }
  const notYet = ready ? undefined : 'Loading preview…'
  return (
    <>
      <Button onClick={onClose} className="mr-auto">
        Back
      </Button>
      <SendingButton
        variant="danger-quiet"
        sending={sending === 'decline'}
        disabledBecause={sending === 'approve' ? 'Sending…' : notYet}
        onClick={() => onDecide(false)}
      >
        Decline
      </SendingButton>
      <SendingButton
        variant={renews ? 'danger' : 'primary'}
        sending={sending === 'approve'}
        disabledBecause={
          changed
            ? 'Something changed since this was requested. Decline it and ask for a new request.'
            : sending === 'decline'
              ? 'Declining…'
              : notYet
        }
        tipPlace={{ align: 'end' }}
        onClick={() => onDecide(true)}
      >
        Approve and send
      </SendingButton>
    </>
  )
}
