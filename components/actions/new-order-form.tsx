'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { SendingButton } from '@/components/ui/sending-button'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { useCommandForm } from '@/lib/commands/client/use-command-form'
import { fieldWords } from '@/lib/core/problem-words'
import { createInitialOrder as operation } from '@/lib/operations/create-initial-order/operation'
import { commandWords } from '@/lib/operations/words'
import { type OrderForm, orderForm } from '@/lib/prices/client/order-form'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { emptyOrder } from '@/lib/prices/order-values'
import { CommandFailureNotice, HeldBackNotice } from './command-failure-notice'
import { EffectBlocks } from './effect-blocks'
import { NewOrderResult } from './new-order-result'
import { OrderFields } from './order-fields'
import { OrderSkeleton } from './order-skeleton'
import { SigningLine } from './signing-line'
import { UnsettledNotice } from './unsettled-notice'
import { useSendKeys } from './use-send-keys'

type Props = { context: NewOrderContext; ticket: string | null }

const verb = commandWords(operation.name)

/** An order for somebody to pay. Once it is sent the form gives way to what became of it: each sending makes another order. */
export function NewOrderForm({ context, ticket }: Props) {
  const [answered, setAnswered] = useState<Answered | null>(null)
  const of = context.quote === null ? encodeURIComponent(context.merchant.code) : `quote.${context.quote.id}`
  const order = useCommandForm({
    ...orderForm,
    merchant: context.merchant.code,
    draftKey: `${operation.name}:new:${of}`,
    defaults: { ...emptyOrder, ...context.start },
    ticket,
    onAnswered: setAnswered,
  })
  const { state } = order
  const disabledBecause = context.mayAct ?? disabledReasonOf(order)
  useSendKeys(disabledBecause === undefined && !answered && state.phase === 'form' ? () => void order.send() : null)
  if (answered || state.phase === 'asked') {
    const approval = state.phase === 'asked' ? state.approval : null
    return <NewOrderResult answered={answered} approval={approval} context={context} ticket={ticket} onAnswered={setAnswered} />
  }

  // What comes back later would take the place of what is being typed.
  if (order.isReading) return <OrderSkeleton />

  function submit(event: FormEvent) {
    event.preventDefault()
    if (disabledBecause === undefined) void order.send()
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,35rem)_minmax(0,1fr)]"
    >
      <Card as="div">
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4 px-5 py-4">
          {order.failure && <CommandFailureNotice failure={order.failure} isOwn={order.isOwn} keeping={order.keeping} />}
          {order.isHeldBack && <HeldBackNotice wantsAddress={order.wantsAddress} />}
          <OrderFields order={order} context={context} />
        </CardBody>
      </Card>
      <Card aria-labelledby="what-it-does">
        <CardHead title="Preview" id="what-it-does" />
        <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {order.unsettled && (
            <UnsettledNotice
              unsettled={order.unsettled}
              acknowledged={order.acknowledged === order.unsettled.actionId}
              onAcknowledge={(yes) => order.setAcknowledged(yes ? (order.unsettled?.actionId ?? null) : null)}
            />
          )}
          <EffectPreview order={order} />
          {context.quote?.total && (
            <p className="text-meta text-muted">
              Quoted {context.quote.total} {context.quote.currency}. The payment page recalculates the price for the person who
              opens it, so it may differ.
            </p>
          )}
          {state.phase === 'sending' && (
            <p aria-live="polite" className="text-muted text-table">
              You can leave this page. If no answer arrives within 15 s, the action is marked unconfirmed.
            </p>
          )}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {order.isRestored && (
              <Button variant="quiet" onClick={order.startAfresh}>
                Start over
              </Button>
            )}
            <SendingButton
              type="submit"
              variant="primary"
              sending={order.pressedAt !== null}
              disabledBecause={disabledBecause}
              tipPlace={{ align: 'end' }}
            >
              {order.preview.shown?.approval ? 'Request approval' : verb}
            </SendingButton>
          </div>
        </CardBody>
      </Card>
    </form>
  )
}

function EffectPreview({ order: { preview, state, wantsAddress } }: { order: OrderForm }) {
  if (preview.shown) {
    return (
      <>
        <EffectBlocks preview={preview.shown} isStale={!preview.current} isSending={state.phase === 'sending'} />
        <SigningLine buyerAddress={preview.shown.buyerAddress} />
      </>
    )
  }
  const says =
    preview.error && !wantsAddress
      ? [preview.error.problem.detail, ...preview.error.problem.fields.map(fieldWords)].join(' ')
      : 'Enter a product, a buyer and a return address to preview the order.'
  return (
    <p className="grid min-h-16 place-items-center rounded-control border border-dashed px-3 text-center text-muted text-table">
      {says}
    </p>
  )
}

function disabledReasonOf({ isHeld, unsettled }: OrderForm): string | undefined {
  if (!isHeld) return undefined
  return unsettled?.running ? 'The same order is already being created' : 'Acknowledge the unconfirmed order above'
}
