import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { whoAre } from '@/lib/knowledge/server/who-are'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { chargeLike, orderLike } from '../examples-for-tests'
import { NewestPayer } from './newest-payer'

const paidBy = (firstName: string, createdAt: string) =>
  orderLike([
    chargeLike({ createdAt, billingInfo: { firstName, lastName: 'Beispiel', ipAddress: '192.0.2.7', country: 'nl' } as never }),
  ]) as unknown as Order

describe.each(engines)('who paid last, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const about = () => {
    const person = { accountId: 'a', sessionId: 's', email: '', name: 'A', role: 'agent' as const }
    return { merchant: merchantByCode('northwind'), buyerId: randomUUID(), person }
  }
  const nameOf = async (buyerId: string) => (await whoAre(own.store, 'northwind', [buyerId]))(buyerId).title

  it('names a buyer whose charges alone were read, whatever their order', async () => {
    const payer = new NewestPayer()
    for (const order of [paidBy('Odile', '2026-03-01 10:00:00'), paidBy('Zoe', '2026-05-01 10:00:00'), paidBy('Ana', '')])
      payer.take(order)
    const whose = about()
    await payer.keep(whose)
    expect(await nameOf(whose.buyerId)).toMatch(/^Z•+ B•+$/)
  })

  it('leaves what is known, and keeps nothing of a history that names nobody', async () => {
    const whose = about()
    const nobody = new NewestPayer()
    nobody.take(orderLike([chargeLike({ billingInfo: null })]) as unknown as Order)
    await nobody.keep(whose)
    expect(await nameOf(whose.buyerId)).toBeNull()
    const known = { entity: 'buyer', field: 'billing', value: { firstName: 'Mara', lastName: 'Known', seenAt: '2026-06-01' } }
    await saveFacts([known], { merchant: 'northwind', buyerId: whose.buyerId, source: 'read', operation: null, person: null })
    const payer = new NewestPayer()
    payer.take(paidBy('Odile', '2026-03-01 10:00:00'))
    await payer.keep(whose)
    expect(await nameOf(whose.buyerId)).toMatch(/^M•+ K•+$/)
  })
})
