import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Role, roles } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { decryptJson } from '@/lib/journal/crypto'
import { listTokens } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { json, type Listener, listener } from '@/lib/testing/listener'
import { reveal } from './handlers'

const dashboard = new Dashboard()
const example = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../../standin/examples/${name}.json`, import.meta.url), 'utf8'))
let service: Listener

beforeEach(async () => {
  service = await listener((response, received, request) =>
    json(200, example(received.url.includes('/tokens') ? 'tokens' : 'charge-history'))(response, received, request),
  )
  dashboard.serviceAt(service.url)
  const store = await database()
  for (const table of ['throttles', 'facts'] as const) await store.deleteFrom(table).execute()
})

type CallInput = { fields?: unknown; reason?: unknown; ticket?: string; as?: Role | null; cookie?: string; id?: string }
async function ask({ as = 'agent', cookie, id, ...given }: CallInput = {}) {
  const answer = await dashboard.call(serveDashboard('reveal', reveal), 'POST', `/api/desk/buyers/${buyerId}/reveal`, {
    params: { buyerId },
    as,
    body: { fields: ['name'], reason: 'Caller on the line', ...given },
    headers: {
      ...(cookie === undefined || as === null ? {} : { cookie: `${await dashboard.cookie(as)}; ${cookie}` }),
      ...(id !== undefined && { 'x-action-id': id }),
    },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
const entries = async (kind = 'revealed') =>
  (await database()).selectFrom('journal').selectAll().where('kind', '=', kind).orderBy('seq').execute()

describe('what is masked is shown in clear for a reason (A07)', () => {
  it.each(roles)('%s may, and the journal has it: who, whose, what and why, but no value', async (as) => {
    const before = (await entries()).length
    const { status, headers, body } = await ask({ as, reason: 'For t@example.test', ticket: 'T-1', fields: ['name', 'document'] })
    expect([status, body]).toEqual([200, { values: { name: 'Tainara Exemplo', document: 'CPF 000.000.000-00' }, seconds: 60 }])
    expect(headers.get('cache-control')).toContain('no-store')
    const [entry, ...more] = (await entries()).slice(before)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      kind: 'revealed',
      person: `The ${as}`,
      buyer_id: buyerId,
      merchant: 'northwind',
      ticket: 'T-1',
    })
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ fields: ['name', 'document'], reason: 'For t•••@e••••••.test' })
    expect(entry?.detail).not.toMatch(/Tainara|000/)
  })

  it('not to who has no session', async () => expect((await ask({ as: null })).status).toBe(401))

  it('what is known is told without asking the service, the card never further than its ends', async () => {
    await dashboard.ask(listTokens, { params: { buyerId } })
    const asked = service.received.length
    const { body } = await ask({ as: 'finance', fields: ['email', 'card'] })
    expect(body.values).toEqual({ email: 'i.vandermeer@example.test', card: expect.stringMatching(/^400000 •• 0119(, |$)/) })
    expect(service.received).toHaveLength(asked)
  })

  it.each(['agent', 'manager'] as const)('a card’s first digits are not for the %s', async (as) => {
    const { status, body } = await ask({ as, fields: ['card'] })
    expect([status, body.values]).toEqual([403, undefined])
  })

  it('while the screen is shared values can’t be revealed, and nothing counts', async () => {
    const before = (await entries()).length
    const { status, body } = await ask({ cookie: 'screen-share=on' })
    expect([status, body.code, (await entries()).length]).toEqual([403, 'screen_shared', before])
  })

  it('what nobody knows is not found, and leaves no entry', async () => {
    dashboard.serviceAt((await listener(json(200, { data: [], meta: { total: 0 } }))).url)
    const before = (await entries()).length
    const { status, body } = await ask({ fields: ['email', 'name'] })
    expect([status, body.detail]).toEqual([404, 'We don’t know this buyer’s e-mail, name.'])
    expect((await entries()).length).toBe(before)
  })

  it('nothing is shown that the journal does not take', async () => {
    await sql`create trigger full before insert on journal begin select raise(abort, 'disk full'); end`.execute(await database())
    const { status, body } = await ask()
    await sql`drop trigger full`.execute(await database())
    expect([status, body.code, JSON.stringify(body)]).toEqual([
      503,
      'journal_unavailable',
      expect.not.stringContaining('Tainara'),
    ])
    expect((await ask()).status).toBe(200)
  })

  it.each([
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(256) }, 'reason'],
    [{ reason: 'one\nline' }, 'reason'],
    [{ fields: [] }, 'fields'],
    [{ fields: ['name', 'name'] }, 'fields'],
    [{ fields: ['password'] }, 'fields.0'],
  ])('%j is refused by name', async (given, field) => {
    const { status, body } = await ask(given)
    expect([status, body.fields[0].field]).toEqual([422, field])
  })
})

describe('a repeat under one action id', () => {
  afterEach(() => vi.useRealTimers())

  it('is the same look: it’s counted and written once, at one moment too, and keeps no value', async () => {
    const id = randomUUID()
    const before = (await entries()).length
    const answers = await Promise.all([1, 2, 3].map(() => ask({ id })))
    answers.push(await ask({ id }))
    expect(answers.map(({ status, body }) => [status, body.values])).toEqual(
      answers.map(() => [200, { name: 'Tainara Exemplo' }]),
    )
    expect(answers.filter(({ headers }) => headers.get('x-replayed') === 'true')).toHaveLength(3)
    expect((await entries()).length).toBe(before + 1)
    const store = await database()
    const counted = await store.selectFrom('throttles').select('failures').execute()
    expect(counted).toEqual([{ failures: 1 }])
    const { first } = await store.selectFrom('action_ids').select('first').where('id', '=', id).executeTakeFirstOrThrow()
    expect(decryptJson(first ?? '', `action_ids ${id}`)).toEqual({ fields: ['name'], until: expect.any(Number) })
  })

  it.each<CallInput>([{ reason: 'Another' }, { fields: ['document'] }, { ticket: 'T-2' }, { as: 'manager' }])(
    'shows nothing where it asks for anything else: %j',
    async (other) => {
      const id = randomUUID()
      await ask({ id })
      const before = (await entries()).length
      const { status, body } = await ask({ id, ...other })
      expect([status, body.code, body.values, (await entries()).length]).toEqual([409, 'action_id_used', undefined, before])
    },
  )

  it('shows nothing more once the minute is over', async () => {
    const id = randomUUID()
    expect((await ask({ id })).body.seconds).toBe(60)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40_000 })
    expect((await ask({ id })).body.seconds).toBeLessThanOrEqual(20)
    vi.setSystemTime(Date.now() + 20_000)
    const { status, body } = await ask({ id })
    expect([status, body.code, body.values]).toEqual([409, 'reveal_over', undefined])
  })

  it('may be tried again where the limit had refused it', async () => {
    const id = randomUUID()
    const store = await database()
    for (let turn = 0; turn < 40; turn += 1) await ask()
    expect((await ask({ id })).status).toBe(429)
    await store.deleteFrom('throttles').execute()
    const { status, headers } = await ask({ id })
    expect([status, headers.get('x-replayed')]).toEqual([200, null])
  })
})

describe('forty values an hour are the limit of a person (A39)', () => {
  const six = ['name', 'document', 'ipAddress', 'fingerprint', 'address', 'card']

  it('then 429 until the hour is over, with one alert for managers; others are not affected', async () => {
    const alerts = (await entries('alert')).length
    for (let turn = 0; turn < 6; turn += 1) expect((await ask({ as: 'finance', fields: six })).status).toBe(200)
    expect((await ask({ as: 'finance', fields: six })).status).toBe(429)
    expect((await ask({ as: 'finance', fields: six.slice(0, 4) })).status).toBe(200)
    const { status, headers, body } = await ask({ as: 'finance' })
    expect([status, body.code, body.values]).toEqual([429, 'too_many_reveals', undefined])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000)
    const alerted = (await entries('alert')).slice(alerts)
    expect(alerted).toMatchObject([{ person: 'The finance', detail: expect.stringContaining('"limit":"reveals"') }])
    expect((await ask({ as: 'agent' })).status).toBe(200)
  })
})
