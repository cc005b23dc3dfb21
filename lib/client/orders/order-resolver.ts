import { type FieldErrors, type Resolver, set } from 'react-hook-form'
import { initialOrder } from '@/lib/operations/schemas/initial-order'
import { fieldOfForm, orderBody, twiceIn } from '@/lib/orders/order-body'
import type { OrderValues } from '@/lib/orders/order-values'

export type OrderBody = Record<string, unknown>

/** Checks an order by the body it makes: the operation's own schema says what is wrong, and where. */
export const orderResolver: Resolver<OrderValues, unknown, OrderBody> = (values) => {
  const body = orderBody(values)
  const read = initialOrder.safeParse(body)
  const errors: FieldErrors<OrderValues> = {}
  for (const { path, message } of read.error?.issues ?? []) set(errors, fieldOfForm(path.join('.')), { type: 'schema', message })
  for (const name of ['metaData', 'buyerMeta'] as const) {
    const [twice] = twiceIn(values[name])
    if (twice) set(errors, `${name}.root`, { type: 'rule', message: `${twice} stands here twice` })
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: body, errors: {} }
}
