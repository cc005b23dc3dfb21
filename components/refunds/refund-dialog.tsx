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
import { problemWords } from '@/lib/core/problem-words'
import type { Role } from '@/lib/core/roles'
import { refundReply } from '@/lib/playbooks/refund-reply'
import { type RefundRequest, refundableQuery, requestRefund } from '@/lib/refunds/client/refund-queries'
import type { Refundable } from '@/lib/refunds/refund'
import { amountError } from '@/lib/refunds/refund-amount'
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
export function RefundDialog({ context, orderId, chargeId, reason = '', amount: given, onClose }: Props) {
  const { merchant, buyer } = context
  const read = useQuery(refundableQuery(merchant.code, buyer.id, { orderId, chargeId }))
  const [ticket, setTicket] = useTicket(context.ticket)
  const [typed, setTyped] = useState<Partial<RefundFields>>({ reason })
  const [isChecked, setChecked] = useState(false)
  const asking = useOnce((actionId, body: RefundRequest) => requestRefund(actionId, merchant.code, body))
  const amount = typed.amount ?? given ?? read.data?.left ?? ''
  const fields = { amount, reason: typed.reason ?? '', ticket }
  const error = read.data ? amountError(amount, read.data) : null
  const nothingLeft = read.data !== undefined && compare(read.data.left, '0') <= 0
  const refusal = asking.error?.problem
  const titleOf = (field: string) => refusal?.fields.find((each) => each.field === field)?.title

  function send() {
    setChecked(true)
    if (error !== null || fields.reason.trim() === '') return
    asking.mutate({
      buyerId: buyer.id,
      orderId,
      chargeId,
      amount: amount.trim(),
      reason: fields.reason.trim(),
      ticket: ticket.trim() || null,
    })
  }

  const footer =
    nothingLeft && !asking.data ? (
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    ) : asking.data ? (
      <>
        <Link
          href={`/refunds?refund=${asking.data.id}`}
          prefetch={false}
          className="mr-auto text-accent text-table hover:underline"
        >
          Open refund request
        </Link>
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
  return (
    <Dialog open onOpenChange={onClose} busy={asking.isPending} title="Request refund" subtitle={who(context)} footer={footer}>
      {asking.data ? (
        <>
          <OutcomeNotice kind="settled" title="Refund requested">
            <p>
              Finance will review your request for {asking.data.amount} {asking.data.currency}. Nothing has been sent to the
              service or the provider.
            </p>
          </OutcomeNotice>
          <TellCustomer parts={refundReply(asking.data)} />
        </>
      ) : read.data && nothingLeft ? (
        <NothingLeft refundable={read.data} chargeId={chargeId} />
      ) : read.data ? (
        <>
          <RefundForm
            refundable={read.data}
            fields={fields}
            errors={{
              amount: (isChecked ? error : null) ?? titleOf('amount'),
              reason: isChecked && fields.reason.trim() === '' ? 'Enter a reason' : titleOf('reason'),
              ticket: titleOf('ticket'),
            }}
            onChange={(changed) => {
              if (changed.ticket !== undefined) setTicket(changed.ticket)
              setTyped((before) => ({ ...before, ...changed }))
              if (refusal?.kind === 'invalid') asking.reset()
            }}
          />
          {asking.error && <ProblemNotice {...problemWords(asking.error)} />}
        </>
      ) : read.error ? (
        <ProblemNotice {...problemWords(read.error)} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

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
