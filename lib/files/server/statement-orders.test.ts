import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementParts } from '@/lib/charges/statement'
import { newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { statementOrders } from './statement-orders'

let standin: Standin
let place: OwnPlace
beforeAll(async () => {
  standin = await startStandin()
  place = await newPlace('SQLite')
  startAt(place, { SERVICE_URL: standin.url, MERCHANTS: JSON.stringify(standinMerchants) })
})
afterAll(async () => {
  await stop()
  await place.remove()
  await standin.close()
})

it('says which orders could not be read, and that they are in no line and no total', async () => {
  const buyerId = standin.takeInHistory({ orders: 4, unreadable: 2 })
  const email = 'finance@desk.example.test'
  const person = { accountId: 'a-1', sessionId: randomUUID(), email, name: 'The finance', role: 'finance' as const }
  const whose = { person, merchant: merchantByCode('northwind'), buyerId }
  const { orders, words } = await statementOrders(whose, { from: null, to: null, month: null })
  const lines = statementParts(orders).reduce((count, part) => count + part.lines.length, 0)
  expect([orders.length, lines]).toEqual([2, 2])
  expect(words).toContain(
    '2 rows of 4 orders. Amounts don’t subtract refunds. We couldn’t read 2 orders. They aren’t listed, and no total has them.',
  )
})
