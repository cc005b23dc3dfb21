import 'server-only'
import { database } from '@/lib/database/open'
import { beside } from '@/lib/database/patience'
import { extractFacts } from '@/lib/knowledge/server/extract-facts'
import { knownNow, saveFacts } from '@/lib/knowledge/server/facts'
import { getChargeHistory } from '@/lib/operations/queries'
import type { Order, OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { BuyerOf } from './order-source'

/**
 * Who paid last, of a history that is read whole, so that a buyer opened on their charges alone has a name elsewhere too. What is known
 * already stays: it comes from an answer that is noted whole.
 */
export class NewestPayer {
  private order: Order | null = null
  private at = ''

  take(order: OrderOrUnreadable): void {
    if ('unreadable' in order) return
    const at = order.charges
      .flatMap(({ billingInfo, createdAt }) => (billingInfo ? (createdAt ?? '') : []))
      .toSorted()
      .at(-1)
    if (at === undefined || (this.order !== null && at <= this.at)) return
    this.order = order
    this.at = at
  }

  async keep({ merchant, buyerId, person }: BuyerOf): Promise<void> {
    const { order } = this
    if (order === null) return
    const { facts } = extractFacts({ operation: getChargeHistory, params: { buyerId } }, { data: [order], meta: { total: null } })
    const named = facts.filter(({ entity }) => entity === 'buyer')
    await beside('not_noted', async () => {
      const known = await knownNow({ merchant: merchant.code, buyerId }, await database())
      if (named.length === 0 || known.rows.has('buyer billing')) return
      const { name: operation } = getChargeHistory
      await saveFacts(named, { merchant: merchant.code, buyerId, source: 'read', operation, person: person.name })
    })
  }
}
