import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldPath, useForm, useWatch } from 'react-hook-form'
import { createInitialOrder } from '@/lib/operations'
import { initialOrder } from '@/lib/operations/schemas/initial-order'
import { fieldOfForm, orderBody } from '@/lib/orders/order-body'
import { emptyOrder, type OrderValues } from '@/lib/orders/order-values'
import type { Preview } from '@/lib/preview'
import type { Answered } from '../commands/command-outcome'
import { previewQuery } from '../commands/preview-query'
import { useIntent } from '../commands/use-intent'
import { usePreview } from '../commands/use-preview'
import { useSending } from '../commands/use-sending'
import { ticketTrouble, useTicket } from '../commands/use-ticket'
import { type OrderBody, orderResolver } from './order-resolver'

type Given = {
  merchant: string
  /** Names this form: an order of a quote is another than one that is typed from nothing. */
  draftKey: string
  start: Partial<OrderValues>
  ticket: string | null
  onAnswered: (answered: Answered) => void
}

/**
 * A new order: typed, previewed and sent under one action id. Each sending makes another order, so what was sent and not answered must
 * be acknowledged before the same goes out again.
 */
export function useOrderForm({ merchant, draftKey, start, onAnswered, ...given }: Given) {
  const queryClient = useQueryClient()
  const intent = useIntent<OrderValues>(draftKey)
  const [ticket, setTicket] = useTicket(given.ticket)
  const [buyerAddress, setBuyerAddress] = useState('')
  const [acknowledged, setAcknowledged] = useState<string | null>(null)
  const { state, once, send, askApproval } = useSending({ intent, onAnswered })
  const defaults = { ...emptyOrder, ...start }
  const form = useForm<OrderValues, unknown, OrderBody>({
    mode: 'onTouched',
    defaultValues: defaults,
    ...(intent.draft && { values: { ...defaults, ...intent.draft }, resetOptions: { keepDirtyValues: true } }),
    resolver: orderResolver,
  })
  const values = useWatch({ control: form.control }) as OrderValues
  const { isDirty } = form.formState
  const written = JSON.stringify(values)
  const { keep } = intent
  useEffect(() => {
    if (isDirty) keep(JSON.parse(written) as OrderValues)
  }, [keep, isDirty, written])

  const typedAddress = buyerAddress.trim() || null
  const asked = {
    ...{ merchant, operation: createInitialOrder.name, params: {}, body: orderBody(values) },
    buyerAddress: typedAddress,
  }
  const preview = usePreview(initialOrder.safeParse(asked.body).success ? asked : null)
  const addressTrouble = preview.error?.problem?.fields.find(({ field }) => field === 'x-buyer-ip')?.title
  // Once asked for it stays, though the preview that comes with a typed one asks no more.
  const wantsAddress = addressTrouble !== undefined || typedAddress !== null || preview.shown?.buyerAddress.source === 'typed'

  async function submit(body: OrderBody): Promise<void> {
    if (ticketTrouble(ticket) !== null) return
    const shown = await lookedAt(body)
    if (shown === 'look-first') return
    const wanted = {
      ...{ operation: createInitialOrder, merchant, params: {}, body, ticket: ticket.trim() || null, shownVersion: null },
      acknowledges: shown?.unsettled?.actionId ?? null,
      renewalConfirmed: false,
      buyerAddress: typedAddress,
      ...(values.analyticsClientId.trim() === ''
        ? {}
        : { headers: { 'x-analytics-client-id': values.analyticsClientId.trim() } }),
    }
    if (shown?.approval) return askApproval(wanted)
    keep(values) // from here on a reload must come back to this same action
    const trouble = await send(wanted)
    for (const { field, title } of trouble?.problem.fields ?? []) put(field, title)
    // service-facts 2.15: an unknown product is "Entity not found", whatever else is in the order.
    if (trouble?.kind === 'refused' && trouble.problem.status === 404 && values.products.length === 1)
      form.setError('products.0.productCode', { message: 'The service knows no such product' })
  }

  /** The service names a coupon without its line: it lands on the only one there is. */
  function put(field: string, message: string): void {
    const withCoupon = values.products.flatMap(({ couponCode }, at) => (couponCode === '' ? [] : [at]))
    const isCoupon = /^(coupon|couponCode)$/.test(field)
    const name = isCoupon && withCoupon.length === 1 ? `products.${withCoupon[0]}.couponCode` : fieldOfForm(field)
    form.setError(name as FieldPath<OrderValues>, { message })
  }

  /** Nobody sends past something open on the same order without having been told. */
  async function lookedAt(body: OrderBody): Promise<Preview | undefined | 'look-first'> {
    const mayGo = ({ unsettled }: Preview) => !unsettled || (!unsettled.running && unsettled.actionId === acknowledged)
    const fresh = await queryClient.fetchQuery(previewQuery({ ...asked, body })).catch(() => undefined)
    if (fresh === undefined) return wantsAddress ? 'look-first' : undefined
    return mayGo(fresh) ? fresh : 'look-first'
  }

  const unsettled = preview.shown?.unsettled ?? null
  return {
    ...{
      form,
      values,
      preview,
      state,
      ticket,
      setTicket,
      buyerAddress,
      setBuyerAddress,
      wantsAddress,
      addressTrouble,
      unsettled,
    },
    ...{ acknowledged, setAcknowledged, unkept: intent.unkept, actionId: intent.actionId },
    pressedAt: state.phase === 'sending' ? state.since : null,
    trouble: state.phase === 'form' ? state.trouble : null,
    /** Whether what was typed the last time is still being looked for. */
    isReading: intent.draft === undefined,
    isRestored: intent.draft != null && !intent.isNew,
    isHeld: unsettled !== null && (unsettled.running || unsettled.actionId !== acknowledged),
    send: () => once(form.handleSubmit(submit)),
    startAfresh() {
      intent.drop()
      intent.renew()
      form.reset(defaults)
    },
  }
}

export type OrderForm = ReturnType<typeof useOrderForm>
