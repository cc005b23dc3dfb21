'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { onDemand } from '@/components/ui/late'
import { SendingButton } from '@/components/ui/sending-button'
import type { Answered } from '@/lib/commands/client/command-outcome'
import { useCommandForm } from '@/lib/commands/client/use-command-form'
import { formatAmount } from '@/lib/core/money'
import { describeField } from '@/lib/core/problem-words'
import { createInitialOrder as operation } from '@/lib/operations/create-initial-order/operation'
import { describeCommand } from '@/lib/operations/words'
import { type OrderForm, orderForm } from '@/lib/prices/client/order-form'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { emptyOrder, type OrderLine, type OrderValues } from '@/lib/prices/order-values'
import { CommandFailureNotice, HeldBackNotice } from './command-failure-notice'
import { OrderFields } from './order-fields'
import { OrderSkeleton } from './order-skeleton'
import { InfoLine, OrderSummary } from './order-summary'
import { SigningLine } from './signing-line'
import { UnsettledNotice } from './unsettled-notice'
import { useOrderPrice } from './use-order-price'
import { useSendKeys } from './use-send-keys'

const NewOrderResult = onDemand(() => import('./new-order-result').then((file) => file.NewOrderResult))

type Props = { context: NewOrderContext; ticket: string | null }

const verb = describeCommand(operation.name)

/** A link for another buyer or another product isn't made of the quote. */
function isOfQuote({ buyerId, products }: OrderValues, { quote, start }: NewOrderContext): boolean {
  const codes = (lines: readonly OrderLine[] = []) => lines.map(({ productCode }) => productCode.trim()).toSorted()
  return (buyerId === '' || buyerId === quote?.buyerId) && `${codes(products)}` === `${codes(start.products)}`
}

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
    quoteOf: (values) => (isOfQuote(values, context) ? (context.quote?.id ?? null) : null),
  })
  const { state } = order
  const inWords = useOrderPrice({ values: order.values, context, buyerAddress: order.buyerAddress })
  const disabledBecause = context.mayAct ?? disabledReasonOf(order)
  useSendKeys(disabledBecause === undefined && !answered && state.phase === 'form' ? () => void order.send() : null)
  if (answered || state.phase === 'asked') {
    const approval = state.phase === 'asked' ? state.approval : null
    return (
      <NewOrderResult
        answered={answered}
        approval={approval}
        order={inWords}
        context={context}
        ticket={ticket}
        onAnswered={setAnswered}
      />
    )
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
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-cols-[minmax(0,1fr)_25rem]"
    >
      <Card as="div">
        <OrderNotices order={order} />
        <OrderFields order={order} context={context} />
      </Card>
      <Card aria-labelledby="summary" className="md:sticky md:top-4">
        <OrderSummary order={inWords} />
        <Expectations order={order} quote={context.quote} />
        <CardFoot className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3">
          <SendingButton
            type="submit"
            variant="primary"
            sending={order.pressedAt !== null}
            disabledBecause={disabledBecause}
            className="w-full [&>button]:w-full"
          >
            {order.preview.shown?.approval ? 'Request approval' : verb}
          </SendingButton>
          {order.isRestored && (
            <Button variant="quiet" onClick={order.startAfresh}>
              Start over
            </Button>
          )}
        </CardFoot>
      </Card>
    </form>
  )
}

/** Why nothing was sent at the last press. */
function OrderNotices({ order: { failure, isOwn, keeping, isHeldBack, wantsAddress } }: { order: OrderForm }) {
  if (!failure && !isHeldBack) return null
  return (
    <div className="grid gap-3 border-b px-5 py-4 max-sm:px-4">
      {failure && <CommandFailureNotice failure={failure} isOwn={isOwn} keeping={keeping} />}
      {isHeldBack && <HeldBackNotice wantsAddress={wantsAddress} />}
    </div>
  )
}

/** What to know before it is sent: warnings first, then what will happen and what is not promised. */
function Expectations({ order, quote }: { order: OrderForm; quote: NewOrderContext['quote'] }) {
  const { preview, state, unsettled, wantsAddress } = order
  const shown = preview.shown
  return (
    <div aria-busy={(shown && !preview.current) || undefined} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t px-4 py-3">
      {unsettled && (
        <UnsettledNotice
          unsettled={unsettled}
          acknowledged={order.acknowledged === unsettled.actionId}
          onAcknowledge={(yes) => order.setAcknowledged(yes ? unsettled.actionId : null)}
        />
      )}
      {shown?.approval && <InfoLine>{shown.approval}</InfoLine>}
      {shown ? (
        [...shown.effect.later.map(({ says }) => says), ...shown.effect.warnings].map((says) => (
          <InfoLine key={says}>{says}</InfoLine>
        ))
      ) : (
        <InfoLine>
          {preview.error && !wantsAddress
            ? [preview.error.problem.detail, ...preview.error.problem.fields.map(describeField)].join(' ')
            : 'Enter a product, a buyer and a return address to see what happens next.'}
        </InfoLine>
      )}
      <InfoLine>
        {quote?.total && `Quoted ${formatAmount(quote.total)}\u00a0${quote.currency ?? ''}. `}The payment page sets the final
        price when the buyer opens it.
      </InfoLine>
      {shown && <SigningLine buyerAddress={shown.buyerAddress} />}
      {state.phase === 'sending' && (
        <p aria-live="polite" className="text-muted text-table">
          You can leave this page. If no answer arrives within 15 s, the action is marked unconfirmed.
        </p>
      )}
    </div>
  )
}

function disabledReasonOf({ isHeld, unsettled }: OrderForm): string | undefined {
  if (!isHeld) return undefined
  if (unsettled?.running) return 'The same order is already being created'
  return unsettled?.done ? 'Confirm above that you want another link' : 'Acknowledge the unconfirmed order above'
}
