import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTicket } from '@/lib/client/use-ticket'
import { compare } from '@/lib/core/money'
import type { Role } from '@/lib/core/roles'
import { type RefundRequest, refundableQuery, requestRefund } from '@/lib/refunds/client/refund-queries'
import type { Refund } from '@/lib/refunds/refund'
import { amountError, sameRequest } from '@/lib/refunds/refund-amount'
import type { RefundFields } from './refund-form'
import { useOnce } from './use-once'

/** The person who looks at a buyer's refunds, and the buyer. */
export type RefundContext = {
  merchant: { code: string; name: string }
  buyer: { id: string; email: string | null; country: string | null }
  role: Role
  ticket: string | null
}

export type RefundOpening = {
  context: RefundContext
  orderId: string
  chargeId: string
  /** What the form begins with. */
  reason?: string
  amount?: string | undefined
}

/** What is typed, what is wrong with it, and the request that is made of it once. */
export function useRefundRequest({ context, orderId, chargeId, reason = '', amount: given }: RefundOpening) {
  const { merchant, buyer } = context
  const read = useQuery(refundableQuery(merchant.code, buyer.id, { orderId, chargeId }))
  const [ticket, setTicket] = useTicket(context.ticket)
  const [typed, setTyped] = useState<Partial<RefundFields>>({ reason })
  const [isChecked, setChecked] = useState(false)
  const [another, setAnother] = useState<string | null>(null)
  const { asking, made } = useAsking(merchant.code, read.data?.earlier)
  const fields = { amount: typed.amount ?? given ?? read.data?.left ?? '', reason: typed.reason ?? '', ticket }
  const error = read.data ? amountError(fields.amount, read.data) : null
  const refusal = asking.error?.problem
  const titleOf = (field: string) => refusal?.fields.find((each) => each.field === field)?.title
  const same = read.data ? sameRequest(read.data, fields.amount) : null
  return {
    read,
    asking,
    made,
    /** The newest request of the charge for the same amount, where there is one. It holds the form until another one is wanted. */
    same,
    isHeld: same !== null && another !== same.id,
    setAnother: (isAnother: boolean) => setAnother(isAnother && same ? same.id : null),
    nothingLeft: read.data !== undefined && compare(read.data.left, '0') <= 0,
    /** Whether the charge may have changed since it was read, as after a request that ended otherwise than was expected. */
    isOutdated: asking.isError && (read.isError || read.fetchStatus !== 'idle'),
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
      if (!read.data || error !== null || fields.reason.trim() === '') return
      const [amount, reason, seen] = [fields.amount.trim(), fields.reason.trim(), read.data.requests]
      asking.mutate({ buyerId: buyer.id, orderId, chargeId, amount, reason, ticket: ticket.trim() || null, seen })
    },
  }
}

export type RefundRequesting = ReturnType<typeof useRefundRequest>

/** The request, and the refund that it made: as it was answered, or as it's found under its id where its answer was lost. */
function useAsking(merchant: string, earlier: readonly Refund[] | undefined) {
  const [sentAs, setSentAs] = useState<string | null>(null)
  const asking = useOnce((actionId, body: RefundRequest) => {
    setSentAs(actionId)
    return requestRefund(actionId, merchant, body)
  })
  return { asking, made: asking.data ?? earlier?.find(({ id }) => id === sentAs) }
}
