'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { SendingButton } from '@/components/ui/sending-button'
import type { Answered } from '@/lib/client/commands/command-outcome'
import { type OrderForm, useOrderForm } from '@/lib/client/orders/use-order-form'
import { commandWords } from '@/lib/command-words'
import type { NewOrderDesk } from '@/lib/orders/new-order-desk'
import { EffectBlocks } from './effect-blocks'
import { NewOrderResult } from './new-order-result'
import { OrderFields } from './order-fields'
import { OrderSkeleton } from './order-skeleton'
import { SigningLine } from './signing-line'
import { TroubleNotice } from './trouble-notice'
import { UnsettledNotice } from './unsettled-notice'
import { useSendKeys } from './use-send-keys'

type Props = { desk: NewOrderDesk; ticket: string | null }

const verb = commandWords('createInitialOrder')

/** An order for somebody to pay. Once it is sent the form gives way to what became of it: each sending makes another order. */
export function NewOrderForm({ desk, ticket }: Props) {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const of = desk.quote === null ? encodeURIComponent(desk.merchant.code) : `quote.${desk.quote.id}`
  const order = useOrderForm({
    merchant: desk.merchant.code,
    draftKey: `createInitialOrder:new:${of}`,
    start: desk.start,
    ticket,
    onAnswered: setAnswered,
  })
  const { state } = order
  const held = desk.mayAct ?? heldBecause(order)
  useSendKeys(held === undefined && !answered && state.phase === 'form' ? () => void order.send() : null)
  if (answered || state.phase === 'asked') {
    const approval = state.phase === 'asked' ? state.approval : null
    return <NewOrderResult {...{ answered, approval, desk, ticket }} onAnswered={setAnswered} />
  }

  // What comes back later would take the place of what is being typed.
  if (order.isReading) return <OrderSkeleton />

  function submit(event: FormEvent) {
    event.preventDefault()
    if (held === undefined) void order.send()
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,35rem)_minmax(0,1fr)]"
    >
      <Card as="div">
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
          {order.trouble && <TroubleNotice trouble={order.trouble} />}
          <OrderFields order={order} desk={desk} />
        </CardBody>
      </Card>
      <Card aria-labelledby="what-it-does">
        <CardHead title="What it does" id="what-it-does" />
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {order.unsettled && (
            <UnsettledNotice
              unsettled={order.unsettled}
              acknowledged={order.acknowledged === order.unsettled.actionId}
              onAcknowledge={(yes) => order.setAcknowledged(yes ? (order.unsettled?.actionId ?? null) : null)}
            />
          )}
          <Foreseen order={order} />
          {desk.quote?.total && (
            <p className="text-meta text-muted">
              Quoted: {desk.quote.total} {desk.quote.currency}. The page may show another price than the quote: it is priced anew
              for who opens it.
            </p>
          )}
          {state.phase === 'sending' && (
            <p aria-live="polite" className="text-muted text-table">
              You may leave. Without an answer after 15 s it is kept as unconfirmed.
            </p>
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {order.isRestored && (
              <Button variant="quiet" onClick={order.startAfresh}>
                Start afresh
              </Button>
            )}
            <SendingButton
              type="submit"
              variant="primary"
              sending={order.pressedAt !== null}
              disabledBecause={held}
              tipPlace={{ align: 'end' }}
            >
              {order.preview.shown?.approval ? 'Ask for approval' : verb}
            </SendingButton>
          </div>
        </CardBody>
      </Card>
    </form>
  )
}

function Foreseen({ order: { preview, state, wantsAddress } }: { order: OrderForm }) {
  if (preview.shown) {
    return (
      <>
        <EffectBlocks preview={preview.shown} charges={false} isStale={!preview.current} isSending={state.phase === 'sending'} />
        <SigningLine buyerAddress={preview.shown.buyerAddress} />
      </>
    )
  }
  const says =
    preview.error && !wantsAddress
      ? preview.error.problem.detail
      : 'Fill in product, buyer and return address to see what it does.'
  return (
    <p className="grid min-h-16 place-items-center rounded-control border border-dashed px-3 text-center text-muted text-table">
      {says}
    </p>
  )
}

function heldBecause({ isHeld, unsettled }: OrderForm): string | undefined {
  if (!isHeld) return undefined
  return unsettled?.running ? 'The same order is under way' : 'Say above that you know of the unconfirmed order'
}
