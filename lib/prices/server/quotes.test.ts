import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { freeze, readQuote, recordUse, share } from './quotes'

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

  const frozen = async (validUntil = inDays(7)) => {
    const offer = { merchant: merchantByCode('northwind'), buyerId: ids.cascade.buyer, words: 'Plus, for tainara@example.test' }
    return readQuote(maker, await freeze(maker, { ...offer, request, validUntil, address: null }))
  }

  it('holds what the service itself answered to its own request, masked, under a secret nobody can guess', async () => {
    const quote = await frozen()
    expect(quote.id).toMatch(/^[\w-]{43}$/)
    expect(quote).toMatchObject({ state: 'draft', mine: true, person: 'The manager', request })
    expect(quote.answer.bundles[0]?.totalAmount?.amountWithDiscountsAndCouponsAndTax).toBe('21.78')
    expect(JSON.stringify(quote)).not.toContain('tainara@')
    expect((await frozen()).id).not.toBe(quote.id)
  })

  it('is its maker’s alone until it is shared, and only they share it', async () => {
    const { id } = await frozen()
    await expect(readQuote(colleague, id)).rejects.toThrow('We couldn’t find that quote.')
    await expect(share(colleague, id)).rejects.toThrow('We couldn’t find that quote.')
    await share(maker, id)
    expect(await readQuote(colleague, id)).toMatchObject({ state: 'shared', mine: false })
    await expect(share(colleague, id)).rejects.toThrow('Only the person who created a quote can share it.')
  })

  it('expires by itself', async () => {
    const { id } = await frozen(new Date(Date.now() - 1).toISOString())
    expect((await readQuote(maker, id)).state).toBe('expired')
  })

  it('is used by the first action of the person that was really sent, and by no other', async () => {
    const { id } = await frozen()
    await share(maker, id)
    await expect(recordUse(colleague, id, randomUUID())).rejects.toThrow('You haven’t sent an action')
    const [refused, done, later] = [await action('refused'), await action('done'), await action('done')]
    await expect(recordUse(colleague, id, refused)).rejects.toThrow('You haven’t sent an action')
    await expect(recordUse(maker, id, done)).rejects.toThrow('You haven’t sent an action')
    expect(await recordUse(colleague, id, done)).toMatchObject({ state: 'used', used: { by: 'The agent', actionId: done } })
    expect((await recordUse(colleague, id, later)).used?.actionId).toBe(done)
  })

  async function action(state: 'done' | 'refused'): Promise<string> {
    const action_id = randomUUID()
    await (await database())
      .insertInto('actions')
      .values({
        action_id,
        digest: 'd',
        state,
        settled_as: null,
        operation: 'createInitialOrder',
        merchant: 'northwind',
        buyer_id: null,
        target: 't',
        account_id: colleague.accountId,
        person: 'The agent',
        ticket: null,
        process: 'p',
        request: '{}',
        effect: '{}',
        sealed: '-',
        undoes: null,
        created_at: inDays(0),
        answered_at: inDays(0),
        answer: null,
      })
      .execute()
    return action_id
  }
})
