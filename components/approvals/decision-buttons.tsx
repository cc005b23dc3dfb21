'use client'

import type { RefObject } from 'react'
import { SendingButton } from '@/components/ui/sending-button'
import type { Decision } from './use-deciding'

type Props = {
  decision: Decision
  /** Why it isn’t approved by this button yet, beside what holds wherever it stands. */
  disabledBecause?: string | undefined
  onApprove: () => void
  onDecline: () => void
  approveRef?: RefObject<HTMLSpanElement | null>
}

/** Why it can’t be declined or approved, whoever presses. Nobody decides on what they haven’t seen. */
export const whyNotDecline = ({ whyNot, detail }: Decision) => whyNot ?? (detail.data ? null : 'Loading preview…')
export const whyNotApprove = (decision: Decision) => decision.whyNot ?? decision.whyNotYet

/** What a press does. Before the preview has come nobody knows whether it charges. */
const approveLabel = (mustCheck: boolean, charges: boolean) =>
  mustCheck ? 'Approve the change' : charges ? 'Approve and charge' : 'Approve and send'

/** Decline and approve. A change is approved by a press of its own, which sends nothing. */
export function DecisionButtons({ decision, disabledBecause, onApprove, onDecline, approveRef }: Props) {
  const { sending, charges, mustCheck, detail } = decision
  const isCharge = charges && !mustCheck
  const isSigned = detail.data?.passkey !== undefined && !mustCheck
  const noPasskey = detail.data?.passkey === 'missing' ? 'Add a passkey in Your account first' : undefined
  return (
    <>
      <span className="grid [&_button]:w-full">
        <SendingButton
          variant="danger-quiet"
          sending={sending === 'decline'}
          disabledBecause={sending === 'approve' ? 'Sending…' : (whyNotDecline(decision) ?? undefined)}
          aria-keyshortcuts="R"
          onClick={onDecline}
        >
          Decline
        </SendingButton>
      </span>
      <span ref={approveRef} className="grid [&_button]:w-full">
        <SendingButton
          variant={isCharge ? 'danger' : 'primary'}
          sending={sending === 'approve'}
          disabledBecause={sending === 'decline' ? 'Declining…' : (whyNotApprove(decision) ?? disabledBecause ?? noPasskey)}
          tipPlace={{ align: 'end' }}
          aria-keyshortcuts="A"
          onClick={onApprove}
        >
          {detail.data ? `${approveLabel(mustCheck, charges)}${isSigned ? ' with your passkey' : ''}` : 'Approve'}
        </SendingButton>
      </span>
    </>
  )
}
