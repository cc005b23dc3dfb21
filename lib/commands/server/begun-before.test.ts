import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { startSession } from '@/lib/people/server/sessions'
import { type CallOptions, cookieOf, Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'

const given = {
  MERCHANTS: JSON.stringify(standinMerchants),
  JOURNAL_KEY: 'a key of the journal for tests, as long as it must be',
}
const params = { buyerId: ids.longHistory.buyer, subscriptionId: ids.longHistory.subscription }
const off = { autochargeStatus: false, reason: 'Asked by phone' }

describe.each(engines)('a command whose id no longer has the digest that it was kept with, on %s', (engine) => {
  let standin: Standin
  const dashboard = new Dashboard(given, engine)
  beforeAll(async () => {
    standin = await startStandin()
    dashboard.serviceAt(standin.url)
  })
  afterAll(() => standin.close())

  async function act(actionId: string, body: object = off, { headers, ...more }: CallOptions = {}) {
    const options = { params, body, headers: { 'x-action-id': actionId, ...headers }, ...more }
    const answer = await dashboard.ask(changeAutochargeStatus, options)
    const [outcome, replayed] = ['x-outcome', 'x-replayed'].map((name) => answer.headers.get(name))
    return { answer: [answer.status, outcome, replayed], text: await answer.text() }
  }
  const changeDigest = async (id: string) =>
    (await database())
      .updateTable('action_ids')
      .set({ digest: '0'.repeat(64) })
      .where('id', '=', id)
      .execute()
  const sent = async () => (await standin.received()).filter(({ method }) => method !== 'GET').length

  /** An action that was done, and whose id was changed by hand. */
  async function changedByHand(more: CallOptions = {}): Promise<string> {
    const actionId = randomUUID()
    expect((await act(actionId, off, more)).answer).toEqual([200, 'done', null])
    await changeDigest(actionId)
    return actionId
  }
  const replayed = [200, 'done', 'true']
  const used = [409, 'not-sent', null]

  it('is a repeat for the same person with the same content', async () => {
    const actionId = await changedByHand()
    const before = await sent()
    expect([(await act(actionId)).answer, await sent()]).toEqual([replayed, before])
  })

  it('is a repeat, too, where the service was sent more than was asked for', async () => {
    const order = { isMobile: false, returnUrl: 'https://shop.example.test/thanks', products: [{ productCode: 'NWPLUS1' }] }
    const asked = {
      body: { ...order, buyer: { email: `${randomUUID()}@example.test` } },
      headers: { 'x-action-id': randomUUID() },
    }
    const first = await dashboard.ask(createInitialOrder, asked)
    await changeDigest(asked.headers['x-action-id'])
    const again = await dashboard.ask(createInitialOrder, asked)
    const told = [first, again].map(({ headers }) => [headers.get('x-outcome'), headers.get('x-replayed')])
    expect(told).toEqual([
      ['done', null],
      ['done', 'true'],
    ])
  })

  it.each<[string, object, CallOptions]>([
    ['anybody else', off, { as: 'manager' }],
    ['other content', { autochargeStatus: true }, {}],
    ['another thing', off, { params: { ...params, subscriptionId: randomUUID() } }],
    ['another address of the buyer', off, { headers: { 'x-buyer-ip': '198.51.100.77' } }],
  ])('is another request’s for %s, which is shown nothing of the first', async (_, body, more) => {
    const actionId = await changedByHand()
    const before = await sent()
    const { answer, text } = await act(actionId, body, more)
    expect([answer, await sent()]).toEqual([used, before])
    expect(text).not.toMatch(/Asked by phone|autocharge/i)
  })

  it('is a repeat after the secret of the installation has been changed', async () => {
    const actionId = randomUUID()
    expect((await act(actionId)).answer).toEqual([200, 'done', null])
    const { accountId } = await dashboard.account('agent')
    const secret = 'another secret of tests, as long as the first'
    dashboard.start({ NEXTAUTH_SECRET: secret })
    dashboard.serviceAt(standin.url)
    const cookie = await cookieOf(await startSession(await database(), accountId), { secret })
    const [before, again] = [await sent(), await act(actionId, off, { headers: { cookie } })]
    expect([again.answer, await sent()]).toEqual([replayed, before])
    dashboard.start()
    dashboard.serviceAt(standin.url)
  })
})
