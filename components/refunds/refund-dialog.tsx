'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { TellCustomer } from '@/components/replies/reply-text'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useTicket } from '@/lib/client/use-ticket'
import { compare, formatAmount } from '@/lib/core/money'
import { describeProblem } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import { type RefundRequest, refundableQuery, requestRefund } from '@/lib/refunds/client/refund-queries'
import type { Refund, Refundable } from '@/lib/refunds/refund'
import { amountError } from '@/lib/refunds/refund-amount'
import { refundReply } from '@/lib/refunds/refund-reply'
import { EarlierRefunds } from './earlier-refunds'
import { type RefundFields, RefundForm } from './refund-form'
import { useOnce } from './use-once'

type Props = {
  context: RefundContext
  orderId: string
  chargeId: string
  /** What the form begins with. */
  reason?: string
  amount?: string | undefined
  onClose: () => void
}

/** Asks finance for a refund of a charge, once the service has said what was received. */
export function RefundDialog({ onClose, ...given }: Props) {
  const { context, chargeId } = given
  const { read, asking, nothingLeft, fields, errors, change, send } = useRefundRequest(given)
  const isOver = asking.data !== undefined || nothingLeft
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={asking.isPending}
      title="Request refund"
      subtitle={who(context)}
      footer={
        isOver ? (
          <>
            {asking.data && <RequestLink id={asking.data.id} />}
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose} className="mr-auto">
              Back
            </Button>
            <SendingButton
              variant="primary"
              sending={asking.isPending}
              disabledBecause={read.data ? undefined : 'Loading the charge…'}
              tipPlace={{ align: 'end' }}
              onClick={send}
            >
              Request refund
            </SendingButton>
          </>
        )
      }
    >
      {asking.data ? (
        <Requested refund={asking.data} />
      ) : read.data && nothingLeft ? (
        <NothingLeft refundable={read.data} chargeId={chargeId} />
      ) : read.data ? (
        <>
          <RefundForm refundable={read.data} fields={fields} errors={errors} onChange={change} />
          {asking.error && <ProblemNotice {...describeProblem(asking.error)} />}
        </>
      ) : read.error ? (
        <ProblemNotice {...describeProblem(read.error)} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

/** What is typed, what is wrong with it, and the request that is made of it once. */
function useRefundRequest({ context, orderId, chargeId, reason = '', amount: given }: Omit<Props, 'onClose'>) {
  const { merchant, buyer } = context
  const read = useQuery(refundableQuery(merchant.code, buyer.id, { orderId, chargeId }))
  const [ticket, setTicket] = useTicket(context.ticket)
  const [typed, setTyped] = useState<Partial<RefundFields>>({ reason })
  const [isChecked, setChecked] = useState(false)
  const asking = useOnce((actionId, body: RefundRequest) => requestRefund(actionId, merchant.code, body))
  const fields = { amount: typed.amount ?? given ?? read.data?.left ?? '', reason: typed.reason ?? '', ticket }
  const error = read.data ? amountError(fields.amount, read.data) : null
  const refusal = asking.error?.problem
  const titleOf = (field: string) => refusal?.fields.find((each) => each.field === field)?.title
  return {
    read,
    asking,
    nothingLeft: read.data !== undefined && compare(read.data.left, '0') <= 0,
    fields,
    errors: {
      amount: (isChecked ? error : null) ?? titleOf('amount'),
      reason: isChecked && fields.reason.trim() === '' ? 'Enter a reason' : titleOf('reason'),
      ticket: titleOf('ticket'),
    },
    change(changed: Partial<RefundFields>) {
      if (changed.ticket !== undefined) setTicket(changed.ticket)
      setTyped((before) => ({ ...before, ...changed }))
      if (refusal?.kind === 'invalid') asking.reset()
    },
    send() {
      setChecked(true)
      if (error !== null || fields.reason.trim() === '') return
      const [amount, reason] = [fields.amount.trim(), fields.reason.trim()]
      asking.mutate(
        { buyerId: buyer.id, orderId, chargeId, amount, reason, ticket: ticket.trim() || null },
        // A colleague was faster: what they requested takes the form's place.
        { onError: ({ problem }) => problem.code === 'requested_in_full' && void read.refetch() },
      )
    },
  }
}

const RequestLink = ({ id }: { id: string }) => (
  <Link href={`/refunds?refund=${id}`} prefetch={false} className="mr-auto text-accent text-table hover:underline">
    Open refund request
  </Link>
)

const Requested = ({ refund }: { refund: Refund }) => (
  <>
    <OutcomeNotice kind="settled" title="Refund requested">
      <p>
        Finance will review your request for {refund.amount} {refund.currency}. Nothing has been sent to the service or the
        provider.
      </p>
    </OutcomeNotice>
    <TellCustomer parts={refundReply(refund)} />
  </>
)

/** Instead of a form that could ask for nothing: what was requested of the charge, and where that stands. */
function NothingLeft({ refundable: { charge, currency, earlier }, chargeId }: { refundable: Refundable; chargeId: string }) {
  return (
    <>
      <Notice kind="neutral">
        <b className="font-semibold">The full amount has already been requested.</b> All of {formatAmount(charge.amount)}{' '}
        {currency} is in the requests below. If finance refuses one, its amount can be requested again.
      </Notice>
      <EarlierRefunds title="Requests of this charge" refunds={earlier.filter((refund) => refund.charge.chargeId === chargeId)} />
    </>
  )
}

const who = ({ buyer, merchant }: RefundContext) =>
  [buyer.email ?? `buyer ${buyer.id.slice(0, 8)}…${buyer.id.slice(-4)}`, buyer.country, merchant.name].filter(Boolean).join(', ')

/** The person who looks at a buyer's refunds, and the buyer. */
export type RefundContext = {
  merchant: { code: string; name: string }
  buyer: { id: string; email: string | null; country: string | null }
  role: Role
  ticket: string | null
}
