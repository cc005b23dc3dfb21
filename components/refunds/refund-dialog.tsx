'use client'

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
import { formatAmount } from '@/lib/core/money'
import { describeProblem } from '@/lib/core/problem-words'
import type { Refund, Refundable } from '@/lib/refunds/refund'
import { refundReply } from '@/lib/refunds/refund-reply'
import { EarlierRefunds } from './earlier-refunds'
import { RefundForm } from './refund-form'
import { SameRefundNotice } from './same-refund-notice'
import { type RefundContext, type RefundOpening, useRefundRequest } from './use-refund-request'

type Props = RefundOpening & { onClose: () => void }

/** Asks finance for a refund of a charge, once the service has said what was received. */
export function RefundDialog({ onClose, ...given }: Props) {
  const { context, chargeId } = given
  const { read, asking, made, same, nothingLeft, isOutdated, fields, errors, change, send } = useRefundRequest(given)
  const [another, setAnother] = useState<string | null>(null)
  const isHeld = same !== null && another !== same.id
  const isOver = made !== undefined || nothingLeft
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
            {made && <RequestLink id={made.id} />}
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
              disabledBecause={read.data ? (isHeld ? 'Tick the box above first' : undefined) : 'Loading the charge…'}
              tipPlace={{ align: 'end' }}
              onClick={send}
            >
              Request refund
            </SendingButton>
          </>
        )
      }
    >
      {made ? (
        <Requested refund={made} />
      ) : read.data && nothingLeft ? (
        <NothingLeft refundable={read.data} chargeId={chargeId} />
      ) : read.data ? (
        <>
          <RefundForm refundable={read.data} isOutdated={isOutdated} fields={fields} errors={errors} onChange={change} />
          {asking.error && <ProblemNotice {...describeProblem(asking.error)} />}
          {read.error && <ProblemNotice {...describeProblem(read.error)} onRetry={() => void read.refetch()} />}
          {same && (
            <SameRefundNotice
              refund={same}
              isAnother={!isHeld}
              onAnother={(isAnother) => setAnother(isAnother ? same.id : null)}
            />
          )}
        </>
      ) : read.error ? (
        <ProblemNotice {...describeProblem(read.error)} onRetry={() => void read.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
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
