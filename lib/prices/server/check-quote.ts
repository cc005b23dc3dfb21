import 'server-only'
import type { Transaction } from 'kysely'
import { factsOf, isReadable, shownAmount } from '@/lib/charges/order-facts'
import { eachOrder, readOrders } from '@/lib/charges/server/read-orders'
import { addressOf, moveQuote, type QuoteRow, quoteRow } from '@/lib/commands/server/quotes'
import { inZone, serviceTime } from '@/lib/core/dates'
import { compare } from '@/lib/core/money'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { isOpenQuote, type Quote, type QuoteAgain } from '../quote'
import { totalOf } from '../term-price'
import { asksFor, type CheckedValues, forPerson } from './quotes'

/** How far back the history is read for an order that fits. */
const newestOrders = 50

/**
 * Asks the service again for what a quote offers, as the same buyer, and keeps what it says, so that the list shows it too. A received
 * order since then with its products and its amount takes the quote up.
 */
export async function checkQuote(person: Person, id: string, signal?: AbortSignal): Promise<QuoteAgain> {
  const row = await quoteRow(person, id)
  await recordBuyerShown(person, row.merchant, row.buyer_id)
  const quote = forPerson(person, row)
  const merchant = merchantByCode(row.merchant)
  const ask = await asksFor(person, { merchant, buyerId: row.buyer_id, address: addressOf(row), ...(signal && { signal }) })
  const [now, fitting] = await Promise.all([ask(quote.request), ordersFor(person, quote, signal)])
  const [bundle] = now.bundles
  const values: CheckedValues = { total: bundle ? totalOf(bundle) : null, currency: now.currency }
  const at = new Date().toISOString()
  const store = await database()
  await beside('quote_check_not_kept', () =>
    store.transaction().execute(async (tx) => {
      if (fitting.length > 0) await waitForTurn(tx) // so that of two equal quotes the second sees what the first was taken up by
      await tx
        .updateTable('quotes')
        .set({ checked: JSON.stringify(values), checked_at: at })
        .where('id', '=', id)
        .execute()
      const taken = await firstFree(tx, row, fitting)
      if (taken !== null) await moveQuote(tx, person, { id, did: 'taken up', values: { used_at: at, taken_order: taken } })
    }),
  )
  return { quote: forPerson(person, await quoteRow(person, id)), now }
}

/** An order that fits, and the action it was made by where it was made here. */
type Fitting = { orderId: string; madeBy: string | null }

/** The orders that fit, newest first; none where the history can't be read, which is no reason to have no price. */
async function ordersFor(person: Person, quote: Quote, signal?: AbortSignal): Promise<Fitting[]> {
  if (!isOpenQuote(quote) && quote.state !== 'lapsed') return []
  const { merchant: code, buyerId } = quote
  const merchant = merchantByCode(code)
  const since = inZone(Date.parse(quote.madeAt), merchant.timeZone)
  const found: Fitting[] = []
  try {
    let read = 0
    for await (const order of eachOrder(readOrders({ person, merchant, buyerId }, { order: 'newest-first', signal }))) {
      read += 1
      if (read > newestOrders) break
      if (!isReadable(order)) continue
      const at = serviceTime(order.createdAt)
      if (at !== null && `${at.day} ${at.time}` < `${since.day} ${since.time}`) break
      if (at !== null && order.orderId !== null && fits(order, quote))
        found.push({ orderId: order.orderId, madeBy: actionOfOrder(order.metaData ?? {}) })
    }
    return found
  } catch (cause) {
    if (cause instanceof ServiceProblem) return []
    throw cause
  }
}

/** One order takes up one quote: of those that fit the newest that no other quote was taken up by, nor by the link it was paid through. */
async function firstFree(tx: Transaction<Tables>, row: QuoteRow, fitting: readonly Fitting[]): Promise<string | null> {
  if (fitting.length === 0) return null
  const others = await tx
    .selectFrom('quotes')
    .select(['taken_order', 'used_action_id'])
    .where('merchant', '=', row.merchant)
    .where('buyer_id', '=', row.buyer_id)
    .where('used_at', 'is not', null)
    .where('id', '<>', row.id)
    .execute()
  const taken = new Set(others.flatMap(({ taken_order, used_action_id }) => [taken_order ?? [], used_action_id ?? []].flat()))
  const free = fitting.find(({ orderId, madeBy }) => !taken.has(orderId) && (madeBy === null || !taken.has(madeBy)))
  return free?.orderId ?? null
}

function fits(order: Order, { answer }: Quote): boolean {
  const facts = factsOf(order)
  const [bundle] = answer.bundles
  const total = bundle ? totalOf(bundle) : null
  if (facts.state !== 'received' || bundle === undefined || total === null) return false
  const { amount, currency } = shownAmount(facts)
  const bought = new Set(order.products.flatMap(({ code }) => code ?? []))
  return (
    amount !== null &&
    currency === answer.currency &&
    compare(amount, total) === 0 &&
    bundle.products.every(({ code }) => code !== null && bought.has(code))
  )
}
