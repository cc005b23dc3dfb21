import 'server-only'
import { fold, plainDecimal } from '@/lib/core/fold'
import type { KeyKind } from '@/lib/database/directory-tables'
import type { Tables } from '@/lib/database/schema'
import type { Learnt } from '@/lib/operations/declare/command-rules'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import type { getChargeHistory, listSubscriptions, listTokens } from '@/lib/operations/queries'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'

export type DirectoryKey = { kind: KeyKind; key: string; thing: string }
export type DirectoryCharge = Omit<Tables['directory_charges'], 'merchant' | 'buyer_id' | 'seen_on'>
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
      return noted(params.buyerId, (answer as AnswerOf<typeof listTokens>).data.flatMap(methodKeys))
    case 'listSubscriptions':
      return noted(
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
      return keys.length === 0 ? null : noted(buyerId ?? undefined, keys)
    }
  }
}

function noted(buyerId: string | undefined, keys: DirectoryKey[], charges: DirectoryCharge[] = []): Note | null {
  if (buyerId === undefined) return null
  const all = [keyed('buyer', buyerId), ...keys].filter(({ key }) => key !== '')
  const distinct = new Map(all.map((each) => [`${each.kind} ${each.thing} ${each.key}`, each]))
  return { buyerId, keys: [...distinct.values()], charges }
}

const keyed = (kind: KeyKind, text: string, thing = ''): DirectoryKey => ({ kind, key: keyOf(text), thing })

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
  return noted(
    buyerId,
    [
      ...orders.flatMap(({ orderId }) => (orderId ? [keyed('order', orderId, orderId)] : [])),
      ...attempts.flatMap(({ charge }) => chargeKeys(charge)),
      ...[...new Set(attempts.map(({ charge }) => payerOf(charge)))].flatMap(nameKeys),
    ],
    attempts.map(({ order, charge }) => chargeOf(order, charge)),
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

const chargeOf = ({ orderId, currency, createdAt }: Order, charge: Charge): DirectoryCharge => ({
  charge_id: charge.chargeId,
  order_id: orderId,
  amount: plainDecimal(charge.amount) ?? '',
  amount_given: charge.amount,
  currency: (currency ?? '').toUpperCase(),
  day: /^\d{4}-\d\d-\d\d/.exec(charge.createdAt ?? createdAt ?? '')?.[0] ?? '',
  last_four: charge.paymentMethod?.data?.lastFourDigits ?? '',
  descriptor: keyOf(charge.descriptor ?? ''),
  status: charge.status,
})
