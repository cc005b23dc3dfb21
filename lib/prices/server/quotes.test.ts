import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordQuote } from '@/lib/commands/server/quotes'
import type { Role } from '@/lib/core/roles'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { checkQuote } from './check-quote'
import { quotesPiece } from './list-quotes'
import { change, freeze, type Offer, readQuote } from './quotes'

let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(() => standin.reset())

const none = { dailyAmount: false, weeklyAmount: false, monthlyAmount: false }
const request: PriceRequest = {
  isMobile: false,
  currency: 'EUR',
  bundles: [
    {
      bundleHashKey: 'b-1',
      products: [
        { productHashKey: 'p-1', actionName: 'purchase', productCode: 'NWPLUS1', quantity: 1, priceCalculationType: none },
      ],
    },
  ],
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe.each(engines)('a quote on %s', (engine) => {
  let place: OwnPlace
  let maker: Person
  let colleague: Person
  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place, { SERVICE_URL: standin.url, MERCHANTS: JSON.stringify(standinMerchants) })
    maker = await person('manager')
    colleague = await person('agent')
  })
  afterAll(async () => {
    await stop()
    await place.remove()
  })

  async function person(role: Role): Promise<Person> {
    const email = `${role}@desk.example.test`
    const accountId = await createPerson(await database(), {
      email,
      name: `The ${role}`,
      role,
      password: 'a long enough password',
    })
    return { accountId: accountId ?? '', sessionId: randomUUID(), email, name: `The ${role}`, role }
  }

  const frozen = async (
    more: { request?: PriceRequest; validUntil?: string; compared?: Offer['compared']; address?: string; words?: string } = {},
  ) => {
    const offer = { merchant: merchantByCode('northwind'), buyerId: ids.cascade.buyer, words: 'Plus, for tainara@example.test' }
    const nothing = { options: [], currencies: [] }
    const given = { ...offer, request, validUntil: inDays(7), address: null, compared: nothing, ...more }
    return readQuote(maker, await freeze(maker, given))
  }

  it('of a trial is called one wherever it is named', async () => {
    const [bundle] = request.bundles
    if (!bundle) throw new Error('There is no bundle')
    const products = bundle.products.map((line) => ({ ...line, couponCode: 'TRIALEUR' }))
    const trial = { ...request, bundles: [{ ...bundle, products }] }
    expect((await frozen({ request: trial, words: 'Plus' })).words).toBe('Plus, trial')
    expect((await frozen({ words: 'Plus' })).words).toBe('Plus')
  })

  it('holds what the service itself answered to its own request, masked, under a secret nobody can guess', async () => {
    const quote = await frozen()
    expect(quote.id).toMatch(/^[\w-]{43}$/)
    expect(quote).toMatchObject({ state: 'draft', mine: true, person: 'The manager', request })
    expect(quote.answer.bundles[0]?.totalAmount?.amountWithDiscountsAndCouponsAndTax).toBe('21.78')
    expect(JSON.stringify(quote)).not.toContain('tainara@')
    expect(quote.reference).toMatch(/^Q-[0-9A-Z]{6}$/)
    expect((await frozen()).id).not.toBe(quote.id)
  })

  it('is its maker’s alone until it is shared, and only they share it', async () => {
    const { id } = await frozen()
    await expect(readQuote(colleague, id)).rejects.toThrow('We couldn’t find that quote.')
    await expect(change(colleague, id, 'share')).rejects.toThrow('We couldn’t find that quote.')
    await change(maker, id, 'share')
    expect(await readQuote(colleague, id)).toMatchObject({ state: 'open', mine: false })
    await expect(change(colleague, id, 'share')).rejects.toThrow('Only the person who created a quote can share it.')
  })

  it('expires by itself', async () => {
    const { id } = await frozen({ validUntil: new Date(Date.now() - 1).toISOString() })
    expect((await readQuote(maker, id)).state).toBe('lapsed')
  })

  it('is withdrawn by its maker alone', async () => {
    const { id } = await frozen()
    await change(maker, id, 'share')
    await expect(change(colleague, id, 'withdraw')).rejects.toThrow('Only the person who created a quote can withdraw it.')
    await change(maker, id, 'withdraw')
    expect((await readQuote(colleague, id)).state).toBe('withdrawn')
  })

  it('keeps every option that was compared with what the service asks for it, and why one has no price', async () => {
    const [bundle] = request.bundles
    if (!bundle) throw new Error('There is no bundle')
    const other = (bundleHashKey: string, productCode: string, discount?: number) => ({
      words: productCode,
      bundleHashKey,
      products: bundle.products.map((line) => ({ ...line, productCode, ...(discount && { discount }) })),
    })
    const options = [{ ...bundle, words: 'Plus' }, other('b-2', 'NWPLUS12', 50), other('b-3', 'NOSUCH')]
    const { compared } = await frozen({ compared: { options, currencies: ['EUR', 'BRL'] } })
    expect(compared?.options.map(({ words }) => words)).toEqual(['Plus', 'NWPLUS12', 'NOSUCH'])
    const { chosen = -1, prices = [] } = compared ?? {}
    expect(prices[chosen]).toMatchObject({ option: 0, currency: 'EUR', list: '18.00', net: '18.00', tax: '3.78', total: '21.78' })
    expect(prices.map(({ option, currency, total }) => [option, currency, total !== null])).toEqual([
      ...[0, 1, 2].flatMap((at) => ['EUR', 'BRL'].map((code) => [at, code, at < 2])),
    ])
    expect(prices.filter(({ option }) => option === 1).map(({ discount }) => discount)).not.toContain('0.00')
    expect(prices.at(-1)?.refused).toMatch(/./)
  })

  it('is asked again as the same buyer, and what the service says then is kept for the list', async () => {
    const address = '198.51.100.7'
    const quote = await frozen({ address })
    const { now, quote: again } = await checkQuote(maker, quote.id)
    expect(now.bundles[0]?.totalAmount).toEqual(quote.answer.bundles[0]?.totalAmount)
    expect(again).toMatchObject({ state: 'draft', checked: { total: '21.78', currency: 'EUR' } })
    const asked = standin
      .received()
      .flatMap(({ operation, headers }) => (operation === 'getOneClickPrices' ? [headers['x-buyer-ip']] : []))
    expect(asked).toEqual([address, address])
    const row = await (await database()).selectFrom('quotes').selectAll().where('id', '=', quote.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(address)
    await (await database()).updateTable('quotes').set({ address: 'of another key' }).where('id', '=', quote.id).execute()
    expect((await checkQuote(maker, quote.id)).quote.checked?.total).toBe('21.78')
  })

  it('has its price of now although another process keeps the database from being written', async () => {
    const { id } = await frozen()
    const letGo = await holdWriteLock(place)
    const from = performance.now()
    const { now, quote } = await checkQuote(maker, id).finally(letGo)
    expect([now.bundles.length, quote.checked]).toEqual([1, null])
    expect(performance.now() - from).toBeLessThan(4_500)
    const kept = async () => (await checkQuote(maker, id)).quote.checked?.total
    await expect.poll(kept, { timeout: 10_000 }).toBe('21.78') // nobody tries again for a second
  })

  it('is taken up by a later received order of its product at its price, and by no earlier one nor one of another quote', async () => {
    const paid = { total: '162.00', currency: 'BRL' }
    const offered = async (madeAt: string) => {
      const { id, answer } = await frozen()
      const text = JSON.stringify(answer).replaceAll('21.78', paid.total).replaceAll('"EUR"', `"${paid.currency}"`)
      const store = await database()
      await store.transaction().execute(async (tx) => {
        const made = tx.updateTable('quotes').set({ made_at: madeAt, answer: text }).where('id', '=', id).returningAll()
        await recordQuote(tx, maker, await made.executeTakeFirstOrThrow(), 'saved')
      })
      return (await checkQuote(maker, id)).quote
    }
    expect((await offered('2024-01-01T00:00:00.000Z')).used).toMatchObject({ by: null, orderId: ids.cascade.order })
    expect((await offered('2024-01-01T00:00:00.000Z')).state, 'an equal one, whose order is taken').toBe('draft')
    expect((await offered(inDays(0))).state).toBe('draft')
  })

  it('stands in the list of those who may open it, by state, name and number', async () => {
    const own = { state: null, find: 'listed', cursor: null }
    const piece = (person: Person, more: object = {}) => quotesPiece(person, merchantByCode('northwind'), { ...own, ...more })
    const [open, draft, withdrawn] = [
      await frozen({ words: 'Listed 1' }),
      await frozen({ words: 'Listed 2' }),
      await frozen({ words: 'Listed 3', validUntil: inDays(-1) }),
    ]
    await change(maker, open.id, 'share')
    await change(maker, withdrawn.id, 'withdraw')
    const { quotes, counts } = await piece(maker)
    expect(quotes.map(({ words, state }) => [words, state])).toEqual([
      ['Listed 3', 'withdrawn'],
      ['Listed 2', 'draft'],
      ['Listed 1', 'open'],
    ])
    expect(counts).toEqual({ open: 2, lapsed: 0, used: 0, withdrawn: 1 })
    expect(quotes[1]).toMatchObject({ total: '21.78', currency: 'EUR', person: 'The manager' })
    expect((await piece(colleague)).quotes.map(({ id }) => id)).toEqual([open.id])
    expect((await piece(maker, { state: 'open' })).quotes.map(({ id }) => id)).toEqual([draft.id, open.id])
    expect((await piece(maker, { find: open.reference.toLowerCase() })).quotes.map(({ id }) => id)).toEqual([open.id])
    expect((await piece(maker, { find: '100%' })).quotes).toEqual([])
  })

  it('is in the journal with every step that changed it, and nothing there opens it', async () => {
    const { id, reference } = await frozen()
    await Promise.all([change(maker, id, 'share'), change(maker, id, 'share'), checkQuote(maker, id)])
    await change(maker, id, 'withdraw')
    const store = await database()
    const entries = await store.selectFrom('journal').selectAll().where('kind', '=', 'quote').orderBy('seq').execute()
    const own = entries.filter(({ detail }) => JSON.parse(detail).quote === reference)
    expect(own.map(({ person: by, detail }) => [by, JSON.parse(detail).did])).toEqual([
      ['The manager', 'saved'],
      ['The manager', 'shared'],
      ['The manager', 'withdrawn'],
    ])
    expect(JSON.stringify(own)).not.toContain(id)
  })
})
