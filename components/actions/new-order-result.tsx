'use client'

import { useMemo } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import type { Approval } from '@/lib/commands/approval'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { useResult } from '@/lib/commands/client/use-result'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { paymentLinkIn } from '@/lib/prices/payment-link'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { ApprovalProgress } from './approval-progress'
import { PaymentPageCard } from './payment-page-card'
import { ResultBody } from './result-body'
import { ResultFoot } from './result-foot'
import { approvedAction, useApprovalNow } from './use-approval-now'
import type { OrderInWords } from './use-order-price'
import { useResultSteps } from './use-result-steps'
import { WhoLine } from './who-line'

type Props = {
  answered: Answered | null
  onAnswered: (answered: Answered) => void
  approval: Approval | null
  /** What was ordered, as it stood in the form. */
  order: OrderInWords
  context: NewOrderContext
  ticket: string | null
}

/** What became of an order: its page to hand out, or what may be done about one whose answer was lost. */
export function NewOrderResult({ answered, onAnswered, approval, order, context, ticket }: Props) {
  const { merchant, buyers } = context
  const approvalNow = useApprovalNow(approval)
  const ended = answered ? { actionId: answered.actionId, answered } : approvedAction(approvalNow)
  const result = useResult(ended, onAnswered)
  const steps = useResultSteps(result)
  // A quote is for a buyer, so the message is in their language also where the e-mail was typed.
  const buyerId = order.buyerId ?? context.quote?.buyerId ?? null
  const country = buyers.find((each) => each.buyerId === buyerId)?.country ?? context.quote?.country ?? null
  const replyTo = useMemo(() => ({ merchant: merchant.code, buyerId: buyerId ?? '', country }), [merchant.code, buyerId, country])
  const another = (
    // A full load: another order is another form, under another action id.
    <a href={ticket === null ? '/orders/new' : `/orders/new?ticket=${encodeURIComponent(ticket)}`} className={buttonClass()}>
      Create another link
    </a>
  )
  const made = result.view === 'done' ? (answered?.answer ?? result.action?.answer?.body) : null
  if (paymentLinkIn(made) !== null) {
    return (
      <ReplyToContext value={replyTo}>
        <PaymentPageCard
          answer={made}
          order={order}
          answeredAt={result.action?.answeredAt ?? null}
          actionId={result.actionId}
          isRepeat={answered?.replayed ?? false}
          differences={result.action?.differences ?? null}
        >
          {another}
        </PaymentPageCard>
      </ReplyToContext>
    )
  }
  return (
    <Card as="div" className="max-w-dialog">
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
        <WhoLine buyer={null} merchant={merchant} />
        {approvalNow && !ended && <ApprovalProgress approval={approvalNow} />}
        {ended && <ResultBody result={result} steps={steps} zone={merchant.timeZone} />}
      </CardBody>
      <div className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
        {ended && result.view === 'unconfirmed' ? (
          <ResultFoot result={result} steps={steps} onClose={() => location.assign('/')} />
        ) : (
          another
        )}
      </div>
    </Card>
  )
}
