'use client'

import { Button } from '@/components/ui/button'
import { CardBody } from '@/components/ui/card-body'
import { CardFoot } from '@/components/ui/card-foot'
import { SendingButton } from '@/components/ui/sending-button'
import { formatAmount } from '@/lib/core/money'
import type { ServiceProblem } from '@/lib/core/problem'
import { may, type Role, roleFor } from '@/lib/core/roles'
import { undoRefund } from '@/lib/refunds/client/refund-queries'
import { canUndo, type Refund } from '@/lib/refunds/refund'
import { RefundDecision } from './refund-decision'
import { RefundEnding } from './refund-ending'
import { useOnce } from './use-once'

export type RefundNextProps = {
  refund: Refund
  /** An event says that money went back to the buyer. */
  wentBackAt: string | null
  role: Role
  onProblem: (problem: ServiceProblem | null) => void
  onDecided: (refund: Refund) => void
  /** It was moved on or taken back: its outcome stays in sight. */
  onMoved: (refund: Refund) => void
}

/** What the person may do with the refund now, or why they may not. */
export function RefundNext({ refund, wentBackAt, role, onProblem, onDecided, onMoved }: RefundNextProps) {
  const why = whyNot(refund, role)
  if (refund.state === 'done') return null
  if (refund.state === 'waiting')
    return why === null ? (
      <RefundDecision refund={refund} wentBackAt={wentBackAt} onProblem={onProblem} onDecided={onDecided} />
    ) : (
      <NotYours refund={refund} why={why} />
    )
  return (
    <>
      {refund.state === 'approved' &&
        (why === null ? (
          <RefundEnding refund={refund} onProblem={onProblem} onMoved={onMoved} />
        ) : (
          <CardFoot className="border-t-0">{why}</CardFoot>
        ))}
      {why === null && canUndo(refund) && <UndoDecision refund={refund} onProblem={onProblem} onMoved={onMoved} />}
    </>
  )
}

/** The buttons of who may decide, with the reason why this person may not. */
function NotYours({ refund: { amount, currency }, why }: { refund: Refund; why: string }) {
  return (
    <CardBody className="grid gap-2">
      <div className="grid grid-cols-[1fr_1.6fr] gap-2 [&>*>button]:w-full">
        <Button disabledBecause={why}>Refuse</Button>
        <Button disabledBecause={why} tipPlace={{ align: 'end' }}>
          Approve {formatAmount(amount)} {currency}
        </Button>
      </div>
      <p className="text-meta text-muted">{why}</p>
    </CardBody>
  )
}

/** Takes back one's own decision, for as long as nothing rests on it. */
function UndoDecision({ refund, onProblem, onMoved }: Pick<RefundNextProps, 'refund' | 'onProblem' | 'onMoved'>) {
  const undoing = useOnce((actionId) => undoRefund(actionId, refund), onProblem)
  return (
    <CardBody className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-2">
      <span className="mr-auto text-meta text-muted">You decided this. No file for the provider has it.</span>
      <SendingButton size="small" sending={undoing.isPending} onClick={() => undoing.mutate(undefined, { onSuccess: onMoved })}>
        Undo decision
      </SendingButton>
    </CardBody>
  )
}

function whyNot({ mine }: Refund, role: Role): string | null {
  if (!may(role, 'decideRefund')) return `Deciding needs the ${roleFor('decideRefund')} role.`
  return mine ? 'You requested this refund, so somebody else must decide.' : null
}
