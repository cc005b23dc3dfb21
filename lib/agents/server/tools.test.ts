import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter } from '@/lib/core/dates'
import { database } from '@/lib/database/open'
import { addNote } from '@/lib/notes/server/handlers'
import { getChargeHistory } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { asks, publicClient, tokenFor } from './machine-for-tests'

const today = new Date().toISOString().slice(0, 10)
const { buyer: buyerId, order: orderId, settledCharge: chargeId } = ids.cascade

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' })
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
let client: Client
beforeEach(async () => {
  standin.reset()
  dashboard.serviceAt(standin.url)
  client = await publicClient(await tokenFor(dashboard, 'agent'))
})

const commandsSent = () => standin.received().filter(({ method, path }) => method !== 'GET' && !path.endsWith('/bundles'))
const subscriptionOf = async (buyer: string): Promise<string> => {
  const { says } = await asks(client, 'read_buyer', { buyerId: buyer })
  return (says.subscriptions as { id: string }[])[0]?.id ?? ''
}
const wanted = async () => ({
  verb: 'autochargeOff',
  params: { buyerId: ids.settledTwice.buyer, subscriptionId: await subscriptionOf(ids.settledTwice.buyer) },
  body: { autochargeStatus: false, reason: 'Not used' },
})
const why = { reason: 'Not used', ticket: 'T-4711', source: { where: 'ticket T-4711', quote: 'Please stop it' } }

describe('what a machine reads', () => {
  it('is nothing of a buyer of another merchant account, whom people opened there', async () => {
    const { buyer, subscription, token } = ids.southbayReader
    const theirs = { as: 'agent' as const, params: { buyerId: buyer }, headers: { 'x-merchant': 'southbay' } }
    const history = await (await dashboard.ask(getChargeHistory, theirs)).text()
    expect(history).toContain('SBLIB1')
    const answers: string[] = []
    const ask = async (tool: string, given: object) => answers.push(JSON.stringify((await asks(client, tool, given)).says))
    for (const text of [buyer, subscription, 'noor@example.test', '9010', 'Specimen']) await ask('find_buyer', { text })
    const whose = { buyerId: buyer }
    await ask('read_buyer', whose)
    await ask('charge_history', whose)
    for (const orderId of history.match(/(?<="orderId":")[^"]+/g) ?? []) await ask('explain_charge', { ...whose, orderId })
    const params = { ...whose, subscriptionId: subscription }
    await ask('preview_effect', { verb: 'autochargeOff', params, body: { autochargeStatus: false, reason: 'x' } })
    await ask('preview_effect', { verb: 'disableToken', params: whose, body: { chargeMethodTokenId: token } })
    expect(answers.length).toBeGreaterThan(9)
    expect(answers.filter((says) => /SBLIB|noor|n•+r|9010|Specimen|Southbay|USD|"possible":true/.test(says))).toEqual([])
  })

  it('of a buyer has the age and the source of each fact, masked', async () => {
    const { says } = await asks(client, 'read_buyer', { buyerId })
    expect(says).toMatchObject({ buyerId, who: '•••••', notRead: [], waits: [] })
    const [{ facts }] = says.subscriptions as [{ facts: object[] }]
    expect(facts).toContainEqual({
      field: 'autoChargeStatus',
      value: expect.any(Boolean),
      at: expect.stringMatching(/^\d{4}-/),
      source: 'from the subscription list',
      typed: false,
    })
    expect(JSON.stringify(says)).not.toMatch(/@|\b\d{4}\b(?=")/)
  })

  it('of the charge history is a row for each order, with what was asked, received and came of it', async () => {
    const { says } = await asks(client, 'charge_history', { buyerId })
    expect((says.orders as object[])[0]).toMatchObject({
      orderId,
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      asked: { amount: expect.any(String), currency: expect.any(String) },
      outcome: expect.stringContaining('Paid'),
    })
  })

  it('of a long history comes in pages that leave out nothing and repeat nothing', async () => {
    const long = { buyerId: ids.longHistory.buyer }
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 3; page += 1) {
      const { says } = await asks(client, 'charge_history', { ...long, ...(after && { after }) })
      seen.push(...(says.orders as { orderId: string }[]).map((order) => order.orderId))
      after = says.next as string
    }
    expect(after).toMatch(/\+\d+$/)
    expect(seen.length).toBeGreaterThan(60)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('of an order explains it in sentences that name no provider and no product by the service’s words', async () => {
    const { says } = await asks(client, 'explain_charge', { buyerId, orderId })
    const statements = says.statements as { says: string; restsOn: { orderId: string } }[]
    expect(statements.map(({ says: words }) => words).join(' ')).toMatch(/provider \d/)
    expect(statements.every(({ restsOn }) => restsOn.orderId === orderId)).toBe(true)
    const names = Object.values(says.untrustedNames as object) as string[]
    for (const name of names) expect(JSON.stringify(statements)).not.toContain(name)
  })

  it('of prices is what operation 9 answers', async () => {
    const body = {
      isMobile: false,
      currency: 'EUR',
      bundles: [{ bundleHashKey: 'a', products: [{ productHashKey: 'p', productCode: 'NWPLUS1', actionName: 'purchase' }] }],
    }
    const { isError, says } = await asks(client, 'prices', { buyerId, body })
    expect(isError).toBe(false)
    expect(says.prices).toMatchObject({ currency: 'EUR', bundles: [{ totalAmount: { origin: '18.00' } }] })
    expect(JSON.stringify(says)).not.toMatch(/\*\d{4}|\* \d{4}/)
  })
})

describe('what a machine previews', () => {
  it('is what would change, without anything being sent', async () => {
    const { says } = await asks(client, 'preview_effect', await wanted())
    expect(says).toMatchObject({
      possible: true,
      words: 'Turn off autocharge',
      effectHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(says.changes).toContainEqual(expect.objectContaining({ field: 'autoChargeStatus', before: 'On', after: 'Off' }))
    expect(commandsSent()).toEqual([])
  })

  it.each([
    ['an end date today', { expirationDate: today, reason: 'x' }],
    ['an end date tomorrow', { expirationDate: daysAfter(today, 1), reason: 'x' }],
  ])('can never be %s', async (_, body) => {
    const { params } = await wanted()
    const { isError, says } = await asks(client, 'preview_effect', { verb: 'changeEndDate', params, body })
    expect([isError, says.error]).toEqual([true, 'invalid'])
  })

  it('can be no verb that charges or makes a buyer, and none whose body says the opposite', async () => {
    const { params, body } = await wanted()
    for (const given of [
      { verb: 'renew', params, body: {} },
      { verb: 'createBuyer', params, body: { email: 'a@example.test', country: 'DE' } },
      { verb: 'autochargeOff', params, body: { ...body, autochargeStatus: true, reason: null } },
    ])
      expect((await asks(client, 'preview_effect', given)).says).toMatchObject({ error: 'invalid' })
  })
})

describe('what a machine proposes', () => {
  const proposed = async (more: object = {}) => {
    const given = await wanted()
    const { says } = await asks(client, 'preview_effect', given)
    return { ...given, ...why, effectHash: says.effectHash, key: randomUUID(), ...more }
  }

  it('waits for a person and does nothing itself; the same key gives the first answer, and another content a conflict', async () => {
    const given = await proposed()
    const { says } = await asks(client, 'propose_action', given)
    expect(says).toEqual({
      id: expect.any(String),
      state: 'waiting',
      address: expect.stringMatching(/^https:\/\/desk\.example\.test\/approvals\?lane=machines&open=/),
    })
    expect((await asks(client, 'propose_action', given)).says).toEqual(says)
    expect((await asks(client, 'propose_action', { ...given, reason: 'Another' })).says).toMatchObject({ code: 'key_used' })
    expect((await asks(client, 'proposal_status', { id: says.id })).says).toMatchObject({ state: 'waiting', moved: false })
    const rows = (await database()).selectFrom('journal').selectAll().where('kind', '=', 'proposed').execute()
    expect(await rows).toMatchObject([
      { person: 'helpdesk-bot for The agent', ticket: 'T-4711', buyer_id: ids.settledTwice.buyer },
    ])
    expect(commandsSent()).toEqual([])
  })

  it('must have been previewed by the same machine', async () => {
    const given = await proposed()
    const other = await publicClient(await tokenFor(dashboard, 'agent'))
    expect((await asks(other, 'propose_action', given)).says).toMatchObject({ error: 'conflict', code: 'preview_first' })
  })

  it('under a key that another token used is a conflict that shows nothing, whosever that is and whatever it wants', async () => {
    const given = await proposed()
    const { says } = await asks(client, 'propose_action', given)
    for (const role of ['agent', 'manager'] as const) {
      const other = await publicClient(await tokenFor(dashboard, role))
      await asks(other, 'preview_effect', await wanted())
      const theirs = [given, { ...given, reason: 'Another' }]
      const answers = await Promise.all(theirs.map((each) => asks(other, 'propose_action', each)))
      expect(answers.map((answer) => answer.says.code)).toEqual(['key_used', 'key_used'])
      expect(JSON.stringify(answers)).not.toMatch(new RegExp(`${says.id}|${why.reason}|${why.ticket}`))
    }
    const row = (await database()).selectFrom('approvals').select('id').where('proposal_key', '=', given.key)
    expect(await row.execute()).toEqual([{ id: says.id }])
  })

  it('under the key of what a person did is a conflict, and so is what a person does under its key', async () => {
    const note = (key: string) => ({ params: { buyerId }, body: { text: 'A note' }, headers: { 'x-action-id': key } })
    const noted = async (key: string) => (await dashboard.call(serveDashboard('act', addNote), 'POST', '/', note(key))).status
    const [first, second] = [await proposed(), await proposed()]
    expect([await noted(first.key), (await asks(client, 'propose_action', first)).says.code]).toEqual([200, 'key_used'])
    expect([(await asks(client, 'propose_action', second)).says.state, await noted(second.key)]).toEqual(['waiting', 409])
  })

  it('is refused of a token that may only read, and the journal says so', async () => {
    const given = await proposed()
    const reader = await publicClient(await tokenFor(dashboard, 'agent', { scopes: ['read'] }))
    expect((await asks(reader, 'propose_action', given)).says).toMatchObject({ error: 'forbidden', code: 'scope' })
    const rows = (await database()).selectFrom('journal').selectAll().where('kind', '=', 'proposal-refused').execute()
    expect((await rows).map(({ detail }) => JSON.parse(detail).why)).toContain('scope')
  })

  it('is refused where the person may not do it themselves', async () => {
    const given = await wanted()
    const finance = await publicClient(await tokenFor(dashboard, 'finance'))
    expect((await asks(finance, 'preview_effect', given)).says).toMatchObject({ error: 'forbidden', code: 'person_may_not' })
  })

  it('is at most what may wait (11th) and may be proposed in an hour (21st)', async () => {
    const few = await publicClient(await tokenFor(dashboard, 'agent', { waitingMost: 10, proposalsAnHour: 20 }))
    const given = await wanted()
    const { says: seen } = await asks(few, 'preview_effect', given)
    const next = async () =>
      (await asks(few, 'propose_action', { ...given, ...why, effectHash: seen.effectHash, key: randomUUID() })).says
    for (let time = 0; time < 10; time += 1) expect(await next()).toMatchObject({ state: 'waiting' })
    expect(await next()).toMatchObject({ code: 'machine_limit', retryAfter: 600 })
    const store = await database()
    const emptied = () => store.updateTable('approvals').set({ state: 'declined' }).where('state', '=', 'waiting').execute()
    await emptied()
    for (let time = 0; time < 10; time += 1) expect(await next()).toMatchObject({ state: 'waiting' })
    await emptied()
    expect(await next()).toMatchObject({ code: 'machine_limit', retryAfter: expect.any(Number) })
  })

  it('may be a refund, which asks the refund desk', async () => {
    const given = {
      verb: 'requestRefund',
      params: { buyerId },
      body: { orderId, chargeId, amount: '10.00', reason: 'Bought twice' },
    }
    const { says } = await asks(client, 'preview_effect', given)
    expect(says).toMatchObject({ possible: true, words: 'Request a refund' })
    const asked = { ...given, ...why, effectHash: says.effectHash, key: randomUUID() }
    expect((await asks(client, 'propose_action', asked)).says).toMatchObject({ state: 'waiting' })
  })
})
