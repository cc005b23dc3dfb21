import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import type { Effect } from '@/lib/operations/effects/effect'
import type { Approval } from '../approval'
import { aboutApprovals, withKnownAmount } from './approval-about'

const later = (says: string) => ({ later: [{ from: null, until: null, danger: true, says }] }) as unknown as Effect
const charged = 'The buyer is charged. We don’t know the amount.'

describe.each(engines)('what a preview says of an amount that isn’t known, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const paid = async (buyer_id: string, ...amounts: string[]) => {
    const row = {
      merchant: 'northwind',
      buyer_id,
      order_id: 'o',
      currency: 'EUR',
      last_four: '',
      descriptor: '',
      seen_on: '2026-11-20',
    }
    const rows = amounts.map((amount) => ({
      ...row,
      ...{
        charge_id: randomUUID(),
        amount,
        amount_given: amount,
        day: '2026-11-20',
        status: 'settled',
        told_by: 'read' as const,
      },
    }))
    await own.store.insertInto('directory_charges').values(rows).execute()
  }
  const saysOf = async (effect: Effect, buyerId: string | null) =>
    (await withKnownAmount(effect, 'northwind', buyerId)).later[0]?.says

  it('is what the buyer always paid, as whoever approves it reads it', async () => {
    const [always, differently] = [randomUUID(), randomUUID()]
    await paid(always, '51.00', '51.00')
    await paid(differently, '51.00', '25.50')
    expect(await saysOf(later(charged), always)).toBe(
      'The buyer is charged. Expect about 51.00 EUR, the amount of every payment we know of.',
    )
    for (const buyerId of [differently, randomUUID(), null]) expect(await saysOf(later(charged), buyerId)).toBe(charged)
    expect(await saysOf(later('Nothing is charged.'), always)).toBe('Nothing is charged.')
  })
})

describe.each(engines)('what a request for approval is about, on %s,', (engine) => {
  new OwnDatabase(engine)

  it.each([
    ['Northwind Plus 2026-12-31', 'Northwind Plus 2026-12-31'],
    ['Plus 4111 1111 1111 1111 for odile@example.test at 203.0.113.24', 'Plus •••• 1111 for o•••e@e••••••.test at 203.0.113.•••'],
  ])('names the product %s without what is personal', async (name, shown) => {
    const [buyerId, subscriptionId] = [randomUUID(), randomUUID()]
    const witness = { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: 'Ada' } as const
    await saveFacts([{ entity: `subscription:${subscriptionId}`, field: 'product', value: { id: 'p', name } }], witness)
    const asked = { id: 'r-1', actionId: 'a-1', merchant: 'northwind', buyerId, request: { params: { buyerId, subscriptionId } } }
    expect((await aboutApprovals([asked as unknown as Approval]))['r-1']?.product).toBe(shown)
  })
})
