import type { OfRefunds } from '@/lib/charges/answer-parts'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Refund, RefundStep } from '../refund'
import { refundsByOrder } from '../refund-flag'
import { describeRefundStep, refundStepNote, stepsOf, type Viewer } from '../refund-step-words'

/** A step as the timeline wants it: a name of its own, when it was, what it is found by. */
type TimelineStep = { id: string; at: string; text: string; refund: Refund; step: RefundStep }

type BuyerRefunds = { refunds: Refund[]; steps: TimelineStep[]; byOrder: (viewer: Viewer) => ReadonlyMap<string, OfRefunds> }

/** What refunds were asked for a buyer, newest first, and every step of them, newest first too; `byOrder` as of `refundsByOrder`. */
export async function readBuyerRefunds(merchant: string, buyerId: string, signal: AbortSignal): Promise<BuyerRefunds> {
  const headers = { 'x-merchant': merchant }
  const { refunds } = await request<{ refunds: Refund[] }>(routes.buyerRefunds(buyerId), { signal, headers })
  const steps = stepsOf(refunds).map(({ refund, step }) => ({
    id: `${refund.id} ${step.at} ${step.kind}`,
    at: step.at,
    text: [
      describeRefundStep(step),
      refundStepNote(step),
      step.person,
      refund.ticket,
      refund.amount,
      refund.charge.chargeId,
    ].join('\n'),
    refund,
    step,
  }))
  return { refunds, steps, byOrder: (viewer) => refundsByOrder(refunds, viewer) }
}
