'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SendingButton } from '@/components/ui/sending-button'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useTicket } from '@/lib/client/commands/use-ticket'
import { deskPost } from '@/lib/client/desk-post'
import { refundableQuery } from '@/lib/client/refunds/refund-queries'
import { compare } from '@/lib/money'
import { problemWords } from '@/lib/problem-words'
import type { Refund } from '@/lib/refunds/refund'
import { amountTrouble } from '@/lib/refunds/refund-amount'
import { refundReply } from '@/lib/replies/refund-reply'
import { localeOfCountry } from '@/lib/replies/reply'
import type { RefundDesk } from './refund-desk'
import { type RefundFields, RefundForm } from './refund-form'
import { RefundTell } from './refund-tell'
import { useOnce } from './use-once'

type Props = { desk: RefundDesk; orderId: string; chargeId: string; reason?: string; onClose: () => void }

/** Asks finance for a refund of a charge, once the service has said what was received. */
export function RefundDialog({ desk, orderId, chargeId, reason = '', onClose }: Props) {
  const { merchant, buyer } = desk
  const read = useQuery(refundableQuery(merchant.code, buyer.id, { orderId, chargeId }))
  const [ticket, setTicket] = useTicket(desk.ticket)
  const [typed, setTyped] = useState<Partial<RefundFields>>({ reason })
  const [isChecked, setChecked] = useState(false)
  const asking = useOnce((actionId, body: object) =>
    deskPost<Refund>('/api/desk/refunds', { actionId, merchant: merchant.code, body }),
  )
  const amount = typed.amount ?? read.data?.left ?? ''
  const fields = { amount, reason: typed.reason ?? '', ticket }
  const trouble = read.data ? amountTrouble(amount, read.data) : null
  const nothingLeft = read.data !== undefined && compare(read.data.left, '0') <= 0
  const told = asking.error?.problem
  const toldOf = (field: string) => told?.fields.find((each) => each.field === field)?.title

  function send() {
    setChecked(true)
    if (trouble !== null || fields.reason.trim() === '') return
    asking.mutate({
      ...{ buyerId: buyer.id, orderId, chargeId, amount: amount.trim(), reason: fields.reason.trim() },
      ticket: ticket.trim() || null,
    })
  }

  const footer = asking.data ? (
    <>
      <Link
        href={`/refunds?refund=${asking.data.id}`}
        prefetch={false}
        className="mr-auto text-accent text-table hover:underline"
      >
        See it at the refund desk
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
        disabledBecause={
          nothingLeft ? 'All of it is asked for already.' : read.data ? undefined : 'The charge is still being read.'
        }
        tipPlace={{ align: 'end' }}
        onClick={send}
      >
        Request refund
      </SendingButton>
    </>
  )
  return (
    <Dialog open onOpenChange={onClose} busy={asking.isPending} title="Request refund" subtitle={who(desk)} footer={footer}>
      {asking.data ? (
        <>
          <OutcomeNotice kind="settled" title="The refund is requested">
            <p>
              {asking.data.amount} {asking.data.currency} wait for finance. Nothing was sent to the service or the provider.
            </p>
          </OutcomeNotice>
          <RefundTell parts={refundReply(asking.data)} locale={localeOfCountry(buyer.country)} />
        </>
      ) : read.data ? (
        <>
          <RefundForm
            refundable={read.data}
            fields={fields}
            errors={{
              amount: (isChecked ? trouble : null) ?? toldOf('amount'),
              reason: isChecked && fields.reason.trim() === '' ? 'Say why' : toldOf('reason'),
              ticket: toldOf('ticket'),
            }}
            onChange={(changed) => {
              if (changed.ticket !== undefined) setTicket(changed.ticket)
              setTyped((before) => ({ ...before, ...changed }))
              if (told?.kind === 'invalid') asking.reset()
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

const who = ({ buyer, merchant }: RefundDesk) =>
  [buyer.email ?? `buyer ${buyer.id.slice(0, 8)}…${buyer.id.slice(-4)}`, buyer.country, merchant.name].filter(Boolean).join(', ')
