import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asks, publicClient, tokenFor } from '@/lib/agents/server/machine-for-tests'
import { employ } from '@/lib/commands/server/commands-for-tests'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { leo, mia, TestIncident, World } from '@/lib/incidents/server/world-for-tests'
import { breakerOf } from '@/lib/service/transport'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { watchBreakers } from './breaker-notice'

const told = async (kind: string) => {
  const rows = await (await database())
    .selectFrom('notices')
    .innerJoin('accounts', 'accounts.id', 'notices.account_id')
    .select(['accounts.name', 'words', 'href', 'seen_at'])
    .where('kind', '=', kind)
    .orderBy('at')
    .execute()
  return rows.map(({ name, words, href, seen_at }) => [name, words, href, seen_at !== null])
}

describe.each(engines)('people are notified of an incident, on %s', { timeout: 60_000 }, (engine) => {
  const service = new ServiceForTests()
  const own = new OwnDatabase(engine)
  beforeAll(async () => {
    await own.start({ SERVICE_URL: await service.start() })
    await employ(own.store, mia, leo)
  })
  afterAll(() => service.stop())

  it('that waits for a decision, was approved, and has paused automatically', async () => {
    const world = new World(10)
    service.answering = world.answering
    await world.note(own.store)
    const rows = world.all.map(({ id }) => id)
    for (const id of rows) world.faults.set(id, 'refused')
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, rows)).previewed()
    await incident.approved()
    const what = 'Turn off autocharge for 10 rows'
    expect(await told('approval-waiting')).toEqual([['Leo', `${what} needs approval`, '/approvals?tab=incidents', true]])
    const page = `/incidents/${incident.id}`
    expect(await told('approval-decided')).toEqual([['Mia', `${what} was approved`, page, false]])
    await incident.piloted()
    const paused = await told('incident-paused')
    expect(paused.toSorted()).toEqual([
      ['Leo', `${what} paused automatically`, page, false],
      ['Mia', `${what} paused automatically`, page, false],
    ])
  })
})

describe.each(engines)('people are notified, on %s,', (engine) => {
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' }, engine)
  let standin: Standin
  beforeAll(async () => {
    standin = await startStandin()
  })
  afterAll(() => standin.close())
  beforeEach(() => {
    standin.reset()
    dashboard.serviceAt(standin.url)
  })

  it('of a proposal of a machine, those who may press it', async () => {
    for (const role of ['agent', 'finance'] as const) await dashboard.account(role)
    const client = await publicClient(await tokenFor(dashboard, 'agent'))
    const buyerId = ids.settledTwice.buyer
    const { says } = await asks(client, 'read_buyer', { buyerId })
    const [subscription] = says.subscriptions as { id: string }[]
    const change = {
      verb: 'autochargeOff',
      params: { buyerId, subscriptionId: subscription?.id },
      body: { autochargeStatus: false, reason: 'Not used' },
    }
    const { effectHash } = (await asks(client, 'preview_effect', change)).says
    const source = { where: 'ticket T-1', quote: 'Stop it.' }
    await asks(client, 'propose_action', { ...change, reason: 'Not used', ticket: 'T-1', source, effectHash, key: randomUUID() })
    const rows = await told('proposal-waiting')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(([name]) => name)).toContain('The agent')
    expect(rows.map(([name]) => name)).not.toContain('The finance')
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${buyerId}|T-1|Stop it|Not used`))
  })

  it('once that nothing is sent to a service that doesn’t respond, whoever may decide there', async () => {
    await dashboard.account('manager')
    await dashboard.account('agent')
    watchBreakers()
    const breaker = breakerOf(standin.url)
    for (let lost = 0; lost < 10; lost += 1) breaker.lost()
    await vi.waitFor(async () => expect(await told('breaker-open')).toHaveLength(standinMerchants.length))
    const rows = await told('breaker-open')
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(['The manager']))
    expect(rows.map(([, words]) => words)).toEqual(
      rows.map(() => 'The service isn’t responding, so nothing is sent to it for now'),
    )
    breaker.answered()
  })
})
