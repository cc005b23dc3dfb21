import { type FieldErrors, type FieldPath, get, set } from 'react-hook-form'
import type { CommandForm, CommandFormOptions } from '@/lib/commands/client/use-command-form'
import { plainField } from '@/lib/core/problem-words'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { initialOrder } from '@/lib/operations/schemas/initial-order'
import { duplicatesIn, fieldOfForm, orderBody } from '../order-body'
import type { OrderValues } from '../order-values'

type Options = CommandFormOptions<OrderValues>

/** The form of a new order, but for whose it is. Each sending makes another order. */
export const orderForm: Omit<Options, 'merchant' | 'draftKey' | 'defaults' | 'ticket' | 'onAnswered' | 'quoteOf'> = {
  operation: createInitialOrder,
  params: {},
  resolver: checkedOrder,
  previewedBody: (values) => {
    const body = orderBody(values)
    return initialOrder.safeParse(body).success ? body : null
  },
  headersOf({ analyticsClientId }): Record<string, string> {
    const id = analyticsClientId.trim()
    return id === '' ? {} : { 'x-analytics-client-id': id }
  },
  placeError,
  // service-facts 2.15: an unknown product is "Entity not found", whatever else is in the order.
  unnamedErrors: ({ kind, problem }, { products }) =>
    kind === 'refused' && problem.status === 404 && products.length === 1
      ? [{ field: 'products.0.productCode', title: 'The service doesn’t know this product' }]
      : [],
  confirmsRenewal: false,
  looksAtEachPress: true,
}

export type OrderForm = CommandForm<OrderValues>

/** Checks an order by the body it makes: the operation's own schema says what is wrong, and where. */
function checkedOrder(values: OrderValues): ReturnType<Options['resolver']> {
  const body = orderBody(values)
  const read = initialOrder.safeParse(body)
  const errors: FieldErrors<OrderValues> = {}
  for (const { path, message } of read.error?.issues ?? []) set(errors, fieldOfForm(path.join('.')), { type: 'schema', message })
  for (const name of ['metaData', 'buyerMeta'] as const) {
    const [twice] = duplicatesIn(values[name])
    if (twice) set(errors, `${name}.root`, { type: 'rule', message: `Use each name once: ${twice} is here twice` })
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: body, errors: {} }
}

/** The field of the form that is meant. The service names a coupon without its line: it lands on the only one there is. */
function placeError(field: string, values: OrderValues): FieldPath<OrderValues> | null {
  const withCoupon = values.products.flatMap(({ couponCode }, index) => (couponCode === '' ? [] : [index]))
  const isCoupon = /^(coupon|couponCode)$/.test(field)
  const name = isCoupon && withCoupon.length === 1 ? `products.${withCoupon[0]}.couponCode` : fieldOfForm(plainField(field))
  const isHidden = values.buyerId === '' ? name === 'buyerId' : name === 'email' || name === 'locale'
  const isShown = alwaysShown.test(name) && get(values, name) !== undefined && !isHidden
  return isShown ? (name as FieldPath<OrderValues>) : null
}

/** The fields that mark what is wrong with them, whatever is folded away. */
const alwaysShown =
  /^(products\.\d+\.(productCode|quantity|couponCode|customPrice)|currency|discount|returnUrl|buyerId|email|locale)$/
