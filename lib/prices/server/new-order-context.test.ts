import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { newOrderContext } from './new-order-context'
import { change, freeze } from './quotes'

let standin: Standin
let place: OwnPlace
let maker: Person
beforeAll(async () => {
  standin = await startStandin()
  place = await newPlace('SQLite')
  startAt(place, { SERVICE_URL: standin.url, MERCHANTS: JSON.stringify(standinMerchants) })
  const email = 'maker@desk.example.test'
  const given = { email, name: 'The manager', role: 'manager', password: 'a long enough password' } as const
  maker = { ...given, accountId: (await createPerson(await database(), given)) ?? '', sessionId: randomUUID() }
})
afterAll(async () => {
  await stop()
  await place.remove()
  await standin.close()
})

const none = { dailyAmount: false, weeklyAmount: false, monthlyAmount: false }
type Line = PriceRequest['bundles'][number]['products'][number]
const bought = (productCode: string): Line => ({
  ...{ productHashKey: 'p-1', actionName: 'purchase', productCode, quantity: 1, discount: 20, priceCalculationType: none },
})
const renewed: Line = {
  ...{ productHashKey: 'p-1', actionName: 'renew', productCode: 'NWPLUS3', priceCalculationType: none },
  subscriptionId: ids.cascade.activeSubscription,
}

async function quoted(code: string, buyerId: string, line: Line, days = 7): Promise<string> {
  const request: PriceRequest = { isMobile: false, currency: 'EUR', bundles: [{ bundleHashKey: 'b-1', products: [line] }] }
  return freeze(maker, {
    ...{ merchant: merchantByCode(code), buyerId, words: 'Plus', request, address: '198.51.100.7' },
    validUntil: new Date(Date.now() + days * 86_400_000).toISOString(),
    compared: { options: [], currencies: [] },
  })
}

const orderFrom = (quoteId: string) => newOrderContext(maker, merchantByCode('northwind'), { buyerId: null, quoteId })

it('is an order of the quote’s own merchant account, whichever is chosen', async () => {
  const found = await orderFrom(await quoted('southbay', ids.southbayReader.buyer, bought('SBREAD12')))
  expect([found.merchant.code, found.unusable]).toEqual(['southbay', null])
  expect(found.products.map(({ code }) => code)).toContain('SBREAD12')
  expect(found.start).toMatchObject({ discount: '20', currency: 'EUR', products: [{ productCode: 'SBREAD12' }] })
})

it('takes nothing from a quote that isn’t open, or of which no link can be made, and says why', async () => {
  const { buyer } = ids.cascade
  const [lapsed, withdrawn, used] = [
    await quoted('northwind', buyer, bought('NWPLUS12'), -1),
    await quoted('northwind', buyer, bought('NWPLUS12')),
    await quoted('northwind', buyer, bought('NWPLUS12')),
  ]
  await change(maker, withdrawn, 'withdraw')
  const store = await database()
  await store.updateTable('quotes').set({ used_at: new Date().toISOString() }).where('id', '=', used).execute()
  const cases: [string, RegExp][] = [
    [lapsed, /“Plus” lapsed on/],
    [withdrawn, /“Plus” was withdrawn/],
    [used, /already used/],
    [await quoted('northwind', buyer, renewed), /second subscription/],
    ['nothing of ours', /couldn’t find that quote/],
  ]
  for (const [id, why] of cases) {
    const { unusable, quote, start } = await orderFrom(id)
    expect([unusable, quote, start.products, start.discount]).toEqual([expect.stringMatching(why), null, undefined, undefined])
  }
})
