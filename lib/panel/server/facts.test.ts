import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerOf } from '@/lib/charges/answer'
import { joinPieces } from '@/lib/charges/history-pieces'
import { ordersPage } from '@/lib/charges/server/orders-page'
import { dayIn } from '@/lib/core/dates'
import { masked } from '@/lib/core/masking'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { keyOf } from '@/lib/knowledge/server/note-of'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeLocalPerson } from '@/lib/people/server/apply-person-change'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { PanelFacts } from '../facts'
import {
  askFacts,
  claims,
  helpDesks,
  keyIn,
  openFor,
  postContext,
  postToken,
  secret,
  signatureOf,
  tokenOf,
} from './panel-for-tests'

const { buyer: buyerId, activeSubscription: subscriptionId } = ids.cascade
const email = 'tainara@example.test'
const merchant = 'northwind'
const flags = ['words', `${secret} 2`] as const

/** Addresses that a person, a folding index or a mail server may take for the buyer's. */
const lookAlikes = [
  'tаinara@example.test', // Cyrillic а
  'tainara@exаmple.test',
  'Tainara@example.test',
  'TAINARA@EXAMPLE.TEST',
  'tainara@Example.test',
  'tainara+1@example.test',
  'tai.nara@example.test',
  'táinara@example.test',
  'tainara＠example.test',
  'tainara@example．test',
  'tainara\u200b@example.test',
  'tainara\u202e@example.test',
  ' tainara@example.test',
  'tainara@example.test ',
  'ｔainara@example.test',
  'tainara@xn--exmple-cua.test',
  'tainara@example.test.evil.test',
  'tainara@example.tes',
  '"tainara"@example.test',
  'tainara%40example.test',
]

describe.each(engines)('what the panel shows, on %s', (engine) => {
  let standin: Standin
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), HELP_DESKS: JSON.stringify(helpDesks) }, engine)
  beforeAll(async () => {
    standin = await startStandin()
  })
  afterAll(() => standin.close())
  beforeEach(async () => {
    standin.reset()
    dashboard.serviceAt(standin.url)
    await dashboard.account('agent')
    forgetSingletons('buyers-counted')
    const store = await database()
    for (const table of ['facts', 'directory_keys', 'directory_pending', 'buyers_opened'] as const)
      await store.deleteFrom(table).execute()
  })

  const shown = async (context: object, ...by: readonly [string?, string?]): Promise<PanelFacts> => {
    const answer = await askFacts({ key: await openFor(context, ...by) })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const opened = async () =>
    (await database()).selectFrom('journal').selectAll().where('kind', '=', 'panel-opened').orderBy('seq').execute()
  const isKnown = async (id: string, address: string) => {
    const facts = [{ entity: 'buyer', field: 'email', value: address }]
    await saveFacts(facts, { merchant, buyerId: id, source: 'read', operation: null, person: null })
    const row = { merchant, buyer_id: id, kind: 'email' as const, key: keyOf(address), thing: '', seen_on: '2026-11-20' }
    // What keeps the directory may have filed the fact by now.
    await (await database())
      .insertInto('directory_keys')
      .values(row)
      .onConflict((kept) => kept.doNothing())
      .execute()
  }

  it('is a proven id’s answer as the buyer’s page has it, three orders, and nothing personal in clear', async () => {
    const { match, buyer, account, links } = await shown({ buyerId })
    const whose = {
      person: { accountId: 'a', sessionId: 's', email: '', name: 'A', role: 'agent' as const },
      merchant: merchantByCode(merchant),
      buyerId,
    }
    const history = masked({ ...joinPieces([await ordersPage(whose, null)]), state: 'read' as const })
    const answer = answerOf(history, { today: dayIn(Date.now(), whose.merchant.timeZone), unconfirmed: null, refunds: new Map() })
    const says = [answer?.headline.says, answer?.also?.says, answer?.flag?.says].filter(Boolean)
    expect(match).toMatchObject({ title: 'Id proven', kind: 'settled' })
    expect(account?.name).toBe('Northwind')
    expect(buyer).toMatchObject({ who: expect.stringContaining('•'), answer: { kind: answer?.kind, says } })
    expect(buyer?.orders.lines.length).toBeGreaterThan(0)
    expect(buyer?.subscriptions[0]?.plan).toMatch(/Northwind/)
    expect(buyer?.say?.text.length).toBeGreaterThan(20)
    expect(links.at(-1)).toEqual({ words: 'Open the buyer', href: `/buyers/${buyerId}?ticket=T-4711&merchant=northwind` })
    expect(links[0]?.href).toMatch(/&do=\w+&of=[0-9a-f-]{36}$/)
    expect(JSON.stringify(buyer)).not.toMatch(/tainara@|Tainara/)
    expect(standin.received().every(({ method }) => method === 'GET')).toBe(true)
  })

  it('is said not to be proven where it comes from an e-mail', async () => {
    const { match, buyer } = await shown({ email })
    expect(match).toMatchObject({ title: 'E-mail from the ticket, not proven', kind: 'deferred' })
    expect(buyer?.who).toMatch(/^t•+a@e•+\.test$/)
  })

  it.each(lookAlikes)('is nobody for the look-alike “%s”', async (given) => {
    for (const known of [false, true]) {
      if (known) await isKnown(buyerId, email)
      const { match, buyer, links } = await shown({ email: given })
      expect([match.title, buyer]).toEqual([expect.stringMatching(/^(No buyer found|Several: choose in Counterfoil)$/), null])
      expect(links).toEqual([{ words: 'Find the buyer', href: '/?ticket=T-4711' }])
    }
  })

  it('is nobody where two buyers have the e-mail, or one has it and another one that looks like it', async () => {
    await isKnown(buyerId, email)
    await isKnown(ids.settledTwice.buyer, email)
    expect(await shown({ email })).toMatchObject({
      match: { title: 'Several: choose in Counterfoil' },
      buyer: null,
      account: null,
    })
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'Tainara@example.test' }], {
      ...{ merchant, buyerId: ids.settledTwice.buyer, source: 'read' as const, operation: null, person: null },
    })
    expect((await shown({ email })).buyer).toBeNull()
  })

  it('has no amount, no card and no sentence to send for a help desk that may see flags alone', async () => {
    const facts = await shown({ buyerId }, ...flags)
    expect(facts.buyer?.orders.lines[0]?.words).toMatch(/^Paid/)
    expect(facts.buyer?.orders.lines.every(({ amount }) => amount === null)).toBe(true)
    expect(facts.buyer?.say).toBeNull()
    expect(JSON.stringify(facts)).not.toMatch(/\d[.,]\d{2}\b|\b(BRL|USD|EUR)\b|••\d/)
    expect(JSON.stringify(await shown({ buyerId }))).toMatch(/\d\.\d{2}/)
  })

  it('is written down once for each page, with how the buyer was told, and counts as a look of that colleague', async () => {
    const before = (await opened()).length
    const key = await openFor({ email })
    for (let turn = 0; turn < 3; turn += 1) expect((await askFacts({ key })).status).toBe(200)
    const { accountId } = await dashboard.account('agent')
    expect((await opened()).slice(before)).toMatchObject([
      {
        account_id: accountId,
        person: 'The agent',
        merchant,
        buyer_id: buyerId,
        ticket: 'T-4711',
        detail: expect.stringContaining('"by":"email"'),
      },
    ])
    const counted = await (await database()).selectFrom('buyers_opened').selectAll().where('account_id', '=', accountId).execute()
    expect(counted.map(({ buyer_id }) => buyer_id)).toContain(buyerId)
  })

  it('ends with the limit of that colleague, whichever way they look', async () => {
    const { accountId } = await dashboard.account('finance')
    const minute = new Date().toISOString().slice(0, 16)
    const rows = Array.from({ length: 300 }, () => ({ minute, account_id: accountId, buyer_id: randomUUID() }))
    await (await database()).insertInto('buyers_opened').values(rows).execute()
    const key = await openFor({ buyerId, person: 'finance@desk.example.test' })
    const answer = await askFacts({ key })
    if (new Date().toISOString().slice(0, 16) === minute)
      expect([answer.status, (await answer.json()).code]).toEqual([429, 'too_many_buyers'])
  })

  it('comes to a colleague of Zendesk by the ticket’s word, for the first address that the page asks with alone', async () => {
    const key = keyIn(await (await postToken(`token=${tokenOf(claims())}`)).text())
    const first = await (await askFacts({ key, email, ticket: 'T-9' })).json()
    expect(first).toMatchObject({ match: { title: 'E-mail from the ticket, not proven' }, buyer: { who: expect.any(String) } })
    expect((await askFacts({ key, email: 'another@example.test', ticket: 'T-9' })).status).toBe(401)
    expect((await opened()).at(-1)).toMatchObject({ person: 'user 42 at acme', ticket: 'T-9' })
  })

  it('is the outcome of what the colleague did from this ticket, asked for without asking the service', async () => {
    const key = await openFor({ buyerId })
    await askFacts({ key })
    const body = { autochargeStatus: false, reason: 'Requested by buyer' }
    const headers = { 'x-ticket': 'T-4711', 'x-buyer-ip': '198.51.100.10' }
    const done = await dashboard.ask(changeAutochargeStatus, { params: { buyerId, subscriptionId }, body, headers })
    expect(done.status).toBe(200)
    const asked = standin.received().length
    const { outcomes } = await (await askFacts({ key, only: 'outcomes' })).json()
    expect(outcomes).toMatchObject([
      { kind: 'settled', words: 'Autocharge is off', note: expect.stringMatching(/^by you, [\d:]{8}, from this ticket$/) },
    ])
    expect(standin.received().length).toBe(asked)
  })

  it('is nothing for a colleague whose account is disabled, from their next question on', async () => {
    await dashboard.addPerson('agent', 'leaver@desk.example.test')
    const key = await openFor({ buyerId, person: 'Leaver@desk.example.test' })
    await changeLocalPerson(await database(), 'leaver@desk.example.test', { disabled: true })
    expect((await askFacts({ key })).status).toBe(401)
    const text = JSON.stringify({ ticket: 'T-1', person: 'leaver@desk.example.test', buyerId })
    expect((await postContext('own', text, signatureOf(text))).status).toBe(401)
  })
})
