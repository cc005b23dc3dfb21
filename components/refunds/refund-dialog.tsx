'use client'

import Link from 'next/link'
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
import { type RefundContext, type RefundOpening, type RefundRequesting, useRefundRequest } from './use-refund-request'

type Props = RefundOpening & { onClose: () => void }

/** Asks finance for a refund of a charge, once the service has said what was received. */
export function RefundDialog({ onClose, ...given }: Props) {
  const { context, chargeId } = given
  const request = useRefundRequest(given)
  const { read, asking, made, nothingLeft } = request
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={asking.isPending}
      title="Request refund"
      subtitle={who(context)}
      footer={<Footer request={request} onClose={onClose} />}
    >
      {made ? (
        <Requested refund={made} />
      ) : read.data && nothingLeft ? (
        <NothingLeft refundable={read.data} chargeId={chargeId} />
      ) : (
        <>
          {asking.error && (
            <div ref={scrollIntoView}>
              <ProblemNotice {...describeProblem(asking.error)} />
            </div>
          )}
          {read.error && <ProblemNotice {...describeProblem(read.error)} onRetry={() => void read.refetch()} />}
          {read.data ? <Form request={request} refundable={read.data} /> : !read.error && <SkeletonRows rows={3} />}
        </>
      )}
    </Dialog>
  )
}

type PartProps = { request: RefundRequesting }

function Footer({ request: { read, asking, made, nothingLeft, isHeld, send }, onClose }: PartProps & Pick<Props, 'onClose'>) {
  if (made || nothingLeft)
    return (
      <>
        {made && <RequestLink id={made.id} />}
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </>
    )
  return (
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

function Form({ request, refundable }: PartProps & { refundable: Refundable }) {
  const { same, isHeld, setAnother, isOutdated, fields, errors, change } = request
  return (
    <RefundForm refundable={refundable} isOutdated={isOutdated} fields={fields} errors={errors} onChange={change}>
      {same && <SameRefundNotice refund={same} isAnother={!isHeld} onAnother={setAnother} />}
    </RefundForm>
  )
}

/** Whoever has scrolled down to the button sees why nothing was requested. As a `ref`. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

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
