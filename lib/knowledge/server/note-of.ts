import 'server-only'
import { fold, plainDecimal } from '@/lib/core/fold'
import type { KeyKind } from '@/lib/database/directory-tables'
import type { Tables } from '@/lib/database/schema'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import {
  askedFor,
  currencyOf,
  familyOfCharge,
  firstReceipt,
  inOrder,
  receiptsIn,
  renews,
  stateFamilies,
} from '@/lib/operations/effects/facts'
import type { getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'

export type DirectoryKey = { kind: KeyKind; key: string; thing: string }
type ChargeRow = Tables['directory_charges']
type OfOrder = 'order_state' | 'is_last' | 'receipt' | 'tax' | 'asked' | 'asked_currency'
type ForFigures = 'made_at' | 'provider' | 'code' | 'product' | 'kind' | OfOrder
/** A charge to be found by, and what figures need of it, which a note of an earlier version lacks and an event doesn't tell. */
export type DirectoryCharge = Omit<ChargeRow, 'merchant' | 'buyer_id' | 'seen_on' | 'told_by' | ForFigures> &
  Partial<Pick<ChargeRow, ForFigures>> & { told_by?: 'event' }
/** What the directory learns of a buyer. */
export type Note = { buyerId: string; keys: DirectoryKey[]; charges: DirectoryCharge[] }

type Exchange = { operation: Operation; params: Record<string, string> }

// A database limits how long a key of an index may be, and nobody searches by more.
const longest = 200

/** A text as a key: folded, and no longer than a key may be. */
export function keyOf(text: string): string {
  const folded = fold(text.slice(0, longest * 4))
  return folded.length <= longest ? folded : [...folded].slice(0, longest).join('')
}

/** What an answer says that a buyer can be found by, or null where it says nothing of one. */
export function noteOf({ operation, params }: Exchange, answer: unknown, { buyerId, facts }: Learnt): Note | null {
  switch (operation.name) {
    case 'getChargeHistory':
      return historyNote(params.buyerId, (answer as AnswerOf<typeof getChargeHistory>).data)
    case 'listTokens':
      return notedIf(params.buyerId, (answer as AnswerOf<typeof listTokens>).data.flatMap(methodKeys))
    case 'listSubscriptions':
      return notedIf(
        params.buyerId,
        (answer as AnswerOf<typeof listSubscriptions>).data.map(({ id }) => keyed('subscription', id)),
      )
    default: {
      const email = facts.find(({ entity, field }) => entity === 'buyer' && field === 'email')?.value
      const { subscriptionId } = params
      const keys = [
        ...(typeof email === 'string' ? emailKeys(email) : []),
        ...(subscriptionId === undefined ? [] : [keyed('subscription', subscriptionId)]),
      ]
      return keys.length === 0 ? null : notedIf(buyerId ?? undefined, keys)
    }
  }
}

const notedIf = (buyerId: string | undefined, ...what: [DirectoryKey[], DirectoryCharge[]?]): Note | null =>
  buyerId === undefined ? null : noted(buyerId, ...what)

export function noted(buyerId: string, keys: DirectoryKey[], charges: DirectoryCharge[] = []): Note {
  const all = [keyed('buyer', buyerId), ...keys].filter(({ key }) => key !== '')
  const distinct = new Map(all.map((each) => [`${each.kind} ${each.thing} ${each.key}`, each]))
  return { buyerId, keys: [...distinct.values()], charges }
}

export const keyed = (kind: KeyKind, text: string, thing = ''): DirectoryKey => ({ kind, key: keyOf(text), thing })

export const emailKeys = (email: string | null | undefined): DirectoryKey[] => (email ? [keyed('email', email)] : [])

/** The whole name, and the rest of it from each later word on: people also search by the family name alone. */
export function nameKeys(name: string): DirectoryKey[] {
  const words = keyOf(name).split(' ')
  return [
    { kind: 'name', key: words.join(' '), thing: '' },
    ...words
      .slice(1)
      .map((_, skipped): DirectoryKey => ({ kind: 'nameWord', key: words.slice(skipped + 1).join(' '), thing: '' })),
  ]
}

function methodKeys({ id, value, tokens }: AnswerOf<typeof listTokens>['data'][number]): DirectoryKey[] {
  const lastFour = /\d{4}$/.exec(value ?? '')?.[0]
  return [
    keyed('method', id),
    ...(lastFour ? [keyed('card', lastFour, id)] : []),
    ...(value?.includes('@') ? emailKeys(value) : []),
    ...tokens.flatMap((token) => [...(token.id === null ? [] : [keyed('token', String(token.id))]), ...emailKeys(token.email)]),
  ]
}

function historyNote(buyerId: string | undefined, orders: AnswerOf<typeof getChargeHistory>['data']): Note | null {
  const readable = orders.filter((order): order is Order => !('unreadable' in order))
  const attempts = readable.flatMap((order) => order.charges.map((charge) => ({ order, charge })))
  return notedIf(
    buyerId,
    [
      ...orders.flatMap(({ orderId }) => (orderId ? [keyed('order', orderId, orderId)] : [])),
      ...attempts.flatMap(({ charge }) => chargeKeys(charge)),
      ...[...new Set(attempts.map(({ charge }) => payerOf(charge)))].flatMap(nameKeys),
    ],
    readable.flatMap(chargesOf),
  )
}

const payerOf = ({ billingInfo }: Charge): string => [billingInfo?.firstName, billingInfo?.lastName].filter(Boolean).join(' ')

function chargeKeys({ chargeId, providerTransaction, paymentMethod, descriptor }: Charge): DirectoryKey[] {
  return [
    keyed('charge', chargeId, chargeId),
    ...(providerTransaction ? [keyed('transaction', providerTransaction, chargeId)] : []),
    ...(descriptor ? [keyed('descriptor', descriptor)] : []),
    ...emailKeys(paymentMethod?.data?.email),
  ]
}

/** The attempts of an order, each with what its order came to: figures over many buyers are made from single rows. */
function chargesOf(order: Order): DirectoryCharge[] {
  const attempts = inOrder(order.charges)
  const families = attempts.map(familyOfCharge)
  const order_state = stateFamilies.find((state) => families.includes(state)) ?? 'other'
  const receipts = receiptsIn(attempts.filter((_, place) => families[place] === 'received'))
  // Its tax is in its own currency, and counts once: with its first receipt in that.
  const taxed = firstReceipt(order, receipts)
  const asked = order_state === 'lost' ? askedFor(order, attempts.at(-1)) : null
  return attempts.map((charge, place) => {
    const isLast = place === attempts.length - 1
    return {
      ...chargeOf(order, charge),
      order_state,
      receipt: receipts.indexOf(charge) + 1,
      is_last: Number(isLast),
      tax: charge === taxed ? (order.totalPrices?.tax ?? null) : null,
      asked: isLast ? (asked?.amount ?? null) : null,
      asked_currency: isLast ? (asked?.currency?.toUpperCase() ?? null) : null,
    }
  })
}

const productsOf = ({ products }: Order) => products.map(({ name, code }) => name ?? code ?? '').filter(Boolean)

const chargeOf = (order: Order, charge: Charge): DirectoryCharge => ({
  charge_id: charge.chargeId,
  order_id: order.orderId,
  amount: plainDecimal(charge.amount) ?? '',
  amount_given: charge.amount,
  currency: currencyOf(charge, order).toUpperCase(),
  day: /^\d{4}-\d\d-\d\d/.exec(charge.createdAt ?? order.createdAt ?? '')?.[0] ?? '',
  last_four: charge.paymentMethod?.data?.lastFourDigits ?? '',
  descriptor: keyOf(charge.descriptor ?? ''),
  status: charge.status,
  made_at: charge.createdAt ?? order.createdAt,
  provider: charge.provider,
  code: charge.code,
  product: productsOf(order).join(', ') || null,
  kind: renews(order) ? 'renewal' : 'other',
})
