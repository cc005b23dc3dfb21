'use client'

import { useState } from 'react'
import { CardBody } from '@/components/ui/card-body'
import { SendingButton } from '@/components/ui/sending-button'
import { request } from '@/lib/client/request'
import type { ServiceProblem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { Refund } from '@/lib/refunds/refund'
import { decisionReasons } from '@/lib/refunds/refund-reasons'
import { ReasonInput } from './reason-input'
import { useOnce } from './use-once'

type Props = { refund: Refund; onProblem: (problem: ServiceProblem | null) => void }

/** Approve or refuse, with a reason. If two people decide at once, the second sees that somebody was first. */
export function RefundDecision({ refund: { id, version, person }, onProblem }: Props) {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const deciding = useOnce(
    (actionId, approve: boolean) =>
      request<Refund>(routes.refundDecide(id), { actionId, body: { version, approve, reason: reason.trim() } }),
    onProblem,
  )
  function decide(approve: boolean) {
    setChecked(true)
    if (reason.trim() !== '') deciding.mutate(approve)
  }
  const sending = deciding.isPending ? (deciding.variables ? 'approve' : 'refuse') : null
  return (
    <CardBody className="grid gap-3 border-t">
      <ReasonInput
        presets={[...decisionReasons.approve, ...decisionReasons.refuse]}
        value={reason}
        error={isChecked && reason.trim() === '' ? 'Enter a reason' : undefined}
        onChange={setReason}
      />
      <div className="grid grid-cols-2 gap-2">
        <SendingButton
          variant="danger-quiet"
          sending={sending === 'refuse'}
          disabledBecause={sending === 'approve' ? 'Approving…' : undefined}
          onClick={() => decide(false)}
        >
          Refuse
        </SendingButton>
        <SendingButton
          variant="primary"
          sending={sending === 'approve'}
          disabledBecause={sending === 'refuse' ? 'Refusing…' : undefined}
          onClick={() => decide(true)}
        >
          Approve
        </SendingButton>
      </div>
      <p className="text-meta text-muted">Requested by {person}. You can decide.</p>
    </CardBody>
  )
}
