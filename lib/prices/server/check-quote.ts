import 'server-only'
import { factsOf, isReadable, shownAmount } from '@/lib/charges/order-facts'
import { eachOrder, readOrders } from '@/lib/charges/server/read-orders'
import { inZone, serviceTime } from '@/lib/core/dates'
import { compare } from '@/lib/core/money'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { isOpenQuote, type Quote, type QuoteAgain } from '../quote'
import { totalOf } from '../term-price'
import { addressOf, asksFor, type CheckedValues, forPerson, quoteRow } from './quotes'
import { moveQuote } from './record-quote'

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
  const [now, taken] = await Promise.all([ask(quote.request), takenBy(person, quote, signal)])
  const [bundle] = now.bundles
  const values: CheckedValues = { total: bundle ? totalOf(bundle) : null, currency: now.currency }
  const at = new Date().toISOString()
  const store = await database()
  await beside('quote_check_not_kept', () =>
    store.transaction().execute(async (tx) => {
      await tx
        .updateTable('quotes')
        .set({ checked: JSON.stringify(values), checked_at: at })
        .where('id', '=', id)
        .execute()
      if (taken !== null) await moveQuote(tx, person, { id, did: 'taken up', values: { used_at: at, taken_order: taken } })
    }),
  )
  return { quote: forPerson(person, await quoteRow(person, id)), now }
}

/** The order that fits; null where there is none, and where the history can't be read, which is no reason to have no price. */
async function takenBy(person: Person, quote: Quote, signal?: AbortSignal): Promise<string | null> {
  if (!isOpenQuote(quote) && quote.state !== 'lapsed') return null
  const { merchant: code, buyerId } = quote
  const merchant = merchantByCode(code)
  const since = inZone(Date.parse(quote.madeAt), merchant.timeZone)
  try {
    let read = 0
    for await (const order of eachOrder(readOrders({ person, merchant, buyerId }, { order: 'newest-first', signal }))) {
      read += 1
      if (read > newestOrders) break
      if (!isReadable(order)) continue
      const at = serviceTime(order.createdAt)
      if (at !== null && `${at.day} ${at.time}` < `${since.day} ${since.time}`) break
      if (at !== null && fits(order, quote)) return order.orderId
    }
    return null
  } catch (cause) {
    if (cause instanceof ServiceProblem) return null
    throw cause
  }
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
