import { randomUUID } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { subscriptionFacts } from '@/lib/operations/effects/facts'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { type ListFilter, type ListName, listNames } from '../lists'
import { countList, countLists, findingOf, readList } from './read-list'
import { narrowQuery, sources } from './sources'

const today = '2026-11-23'
const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const manager = somebody('manager', 'manager')
const context = { person: manager, merchant: 'northwind', today, zone: 'UTC' }

type Attempt = [at: string, status: string, more?: object]

const order = (orderId: string, type: string, attempts: Attempt[]) => ({
  ...{ orderId, createdAt: attempts[0]?.[0], type, currency: 'EUR', products: [{ name: 'Plus 1 month' }] },
  charges: attempts.map(([createdAt, status, more], place) => ({
    ...{ chargeId: `${orderId}-${place}`, createdAt, status, amount: '19.00', provider: 'acqlocal' },
    ...more,
  })),
})

const history = [
  order('paid', 'autocharge', [
    ['2026-11-23 10:00:00', 'declined'],
    ['2026-11-23 10:00:05', 'settled'],
  ]),
  order('twice', 'one_click', [
    ['2026-10-13 10:00:00', 'settled'],
    ['2026-10-13 10:00:40', 'captured'],
  ]),
  order('checked', 'one_click', [
    ['2026-10-13 10:00:00', 'settled', { amount: '0.00' }],
    ['2026-10-13 10:00:40', 'settled'],
  ]),
  order('renewal', 'autocharge', [
    ['2026-11-22 06:00:00', 'declined'],
    ['2026-11-23 06:02:00', 'declined', { code: 'acqlocal.insufficient_funds' }],
  ]),
  order('dollars', 'autocharge', [['2026-11-21 06:00:00', 'declined', { currency: 'USD', provider: 'acqglobal' }]]),
  order('bought', 'one_click', [['2026-11-23 07:00:00', 'declined']]),
  order('voucher', 'one_click', [['2026-11-03 07:00:00', 'deferred']]),
  order('fresh', 'one_click', [['2026-11-22 07:00:00', 'deferred']]),
]

const blocked = (reason: string, day: number) => ({ status: 'blocked', reason, createdAt: `2026-11-${day}T10:00:00+00:00` })
const subscription = (id: string, more: object) => ({
  ...{ id, buyerId, status: 'active', autoChargeStatus: false, endDate: '2026-11-25T10:00:00+00:00', statusInfo: [] },
  ...{ product: { id: 'p', name: 'Pro 1 month' }, ...more },
})

const subscriptions = [
  subscription('ends', {}),
  subscription('ends-last', { endDate: '2026-11-30T23:59:59+00:00' }),
  subscription('ends-later', { endDate: '2026-12-01T01:00:00+02:00', product: { id: 'p', name: 'Plus' } }),
  subscription('renews', { autoChargeStatus: true }),
  subscription('far', { endDate: '2026-12-02T10:00:00+00:00' }),
  subscription('blocked', {
    status: 'blocked',
    statusInfo: [blocked('autocharge turned off', 21), blocked('capture failed', 20)],
  }),
  subscription('suspended', { status: 'suspended' }),
]

const buyerFacts = [
  { entity: 'buyer', field: 'email', value: 'ada@example.test' },
  { entity: 'buyer', field: 'country', value: 'BR' },
]

const moved = (person: string, state: 'done' | 'refused', more: object = {}) => ({
  ...{ action_id: randomUUID(), digest: 'd', state, settled_as: null, operation: 'changeExpirationDate', merchant: 'northwind' },
  ...{ buyer_id: buyerId, target: 'subscription:ends', account_id: person, person, ticket: null, process: 'p', request: '{}' },
  effect: '{"rows":[{"field":"endDate","before":"25 Nov 2026","after":"9 Dec 2026"}]}',
  ...{ sealed: '', undoes: null, created_at: '2026-11-20T10:00:00.000Z', answered_at: null, answer: null },
  ...more,
})

describe.each(engines)('lists across buyers, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const keys = async (name: ListName, filter: ListFilter = {}) =>
    (await readList(name, context, filter, { limit: 50, after: null })).data.map((row) => row.orderId ?? row.key.split(' ')[0])

  beforeAll(async () => {
    const answer = asRead(getChargeHistory, { data: history, meta: { total: history.length } })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', note ? [note] : [], '2026-11-22'))
    const { data } = asRead(listSubscriptions, { data: subscriptions, meta: { total: subscriptions.length } })
    const witness = { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: null } as const
    await saveFacts([...buyerFacts, ...data.flatMap(subscriptionFacts)], witness)
    await own.store
      .insertInto('actions')
      .values([
        moved('Alma', 'done'),
        moved('manager', 'done', { created_at: '2026-11-22T10:00:00.000Z' }),
        ...[moved('Alma', 'refused'), moved('Alma', 'done', { created_at: '2026-10-01T10:00:00.000Z' })],
      ])
      .execute()
  })

  it('hold what their rule says, and nothing else', async () => {
    expect(await keys('renewals-failed')).toEqual(['renewal'])
    expect(await keys('renewals-failed', { span: '3' })).toEqual(['renewal', 'dollars'])
    expect(await keys('double-payments')).toEqual(['twice'])
    expect(await keys('vouchers')).toEqual(['fresh', 'voucher'])
    expect(await keys('vouchers', { span: '7' })).toEqual(['voucher'])
    expect(await keys('blocked')).toEqual(['blocked', 'suspended'])
    expect(await keys('ending')).toEqual(['ends', 'ends-later', 'ends-last'])
    expect(await countList('moved-dates', context)).toMatchObject({ count: 2, isMore: false })
    expect((await countLists(context)).data.map(({ count }) => count)).toEqual([1, 1, 2, 3, 2, 2, 0])
  })

  it('say of each row whose it is, masked, what about it and how old that is', async () => {
    const first = async (name: ListName) => (await findingOf(name, context)).rows[0]
    expect(await first('renewals-failed')).toMatchObject({
      ...{ buyerId, product: 'Plus 1 month', provider: 'acqlocal', amount: '19.00', currency: 'EUR', seen: '2026-11-22' },
      ...{ why: 'insufficient funds, or a limit reached', refund: null, chargeId: 'renewal-1' },
    })
    expect((await first('renewals-failed'))?.buyer).toMatch(/^a•+@e•+\.test$/)
    expect(await first('double-payments')).toMatchObject({ why: '40 seconds apart' })
    expect(await first('vouchers')).toMatchObject({ why: 'open for 1 day' })
    expect(await first('blocked')).toMatchObject({ why: 'Blocked: capture failed', day: '2026-11-20', product: 'Pro 1 month' })
    expect(await first('ending')).toMatchObject({ why: 'Ends in 2 days, autocharge off', day: '2026-11-25' })
    expect(await first('moved-dates')).toMatchObject({
      why: '25 Nov 2026 to 9 Dec 2026',
      person: 'manager',
      product: 'Pro 1 month',
    })
  })

  it('are narrowed by their filters, say what there is to choose from, and count all that fits', async () => {
    const { data, meta } = await readList(
      'renewals-failed',
      context,
      { span: '3', provider: 'acqglobal' },
      { limit: 50, after: null },
    )
    expect(data.map(({ orderId }) => orderId)).toEqual(['dollars'])
    expect(meta).toMatchObject({ total: 1, isMore: false, sums: [{ currency: 'USD', amount: '19.00' }], next: null })
    expect(meta.facets.provider?.map(({ value }) => value)).toEqual(['acqglobal', 'acqlocal'])
    expect(meta.facets.reason).toEqual([
      { value: 'acqlocal.insufficient_funds', label: 'insufficient funds, or a limit reached' },
    ])
    expect(meta.coverage).toEqual({ of: 'charges', buyers: 1, read: 1, from: '2026-11-22', until: '2026-11-22' })
    expect(await keys('ending', { product: 'Plus' })).toEqual(['ends-later'])
    expect(await keys('blocked', { status: 'suspended' })).toEqual(['suspended'])
  })

  it('are narrowed to an amount in one currency, and to a country as far as one is known', async () => {
    expect(await keys('renewals-failed', { span: '3', amount: '19.00 EUR' })).toEqual(['renewal'])
    expect(await keys('renewals-failed', { span: '3', amount: '19.01 EUR' })).toEqual([])
    expect(await keys('blocked', { country: 'BR' })).toEqual(['blocked', 'suspended'])
    expect(await keys('blocked', { country: 'DE' })).toEqual([])
    expect((await countList('double-payments', context, { country: 'BR' })).count).toBe(1)
    const { meta } = await readList('renewals-failed', context, { span: '3' }, { limit: 50, after: null })
    expect(meta.facets.country).toEqual([{ value: 'BR', label: 'Brazil' }])
    expect(meta.facets.amount?.map(({ value, label }) => [value, label])).toEqual([
      ['5 EUR', '5 EUR or more'],
      ['10 EUR', '10 EUR or more'],
      ['5 USD', '5 USD or more'],
      ['10 USD', '10 USD or more'],
    ])
  })

  it.each(listNames)('%s come in pieces, each row once', async (name) => {
    const all = await readList(name, context, {}, { limit: 50, after: null })
    const seen: string[] = []
    let after: string[] | null = null
    do {
      const piece: Awaited<ReturnType<typeof readList>> = await readList(name, context, {}, { limit: 1, after })
      seen.push(...piece.data.map(({ key }) => key))
      after = piece.meta.next && JSON.parse(Buffer.from(piece.meta.next, 'base64url').toString())
    } while (after !== null)
    expect(seen).toEqual(all.data.map(({ key }) => key))
  })

  it('say of an order where its refund stands, on whichever of its charges, unless that was refused', async () => {
    const told = async () => (await findingOf('double-payments', context)).rows.map((row) => row.refund)
    const times = { asked_at: '2026-11-22T10:00:00.000Z', waiting_since: '2026-11-22T10:00:00.000Z' }
    const refund = {
      ...{ id: 'r-1', state: 'refused', version: 1, merchant: 'northwind', buyer_id: buyerId, charge_id: 'twice-0', mid: null },
      ...{ charge: '{"orderId":"twice"}', provider: null, amount: '19.00', currency: 'EUR', reason: 'Paid twice', ticket: null },
      ...{ account_id: 'a', person: 'Ada', batch_id: null, ...times },
    }
    await own.store.insertInto('refunds').values(refund).execute()
    expect(await told()).toEqual([null])
    const become = (state: string) => own.store.updateTable('refunds').set({ state }).execute()
    for (const state of ['waiting', 'approved', 'done']) expect([await become(state), await told()][1]).toEqual([state])
  })

  it('hold nothing of what only an event told, which nobody has read', async () => {
    const before = (await countLists(context)).data
    const fromEvent = (charge_id: string, more: object) => ({
      ...{ charge_id, order_id: 'forged', amount: '900', amount_given: '900.00', currency: 'EUR', day: today, last_four: '' },
      ...{ descriptor: '', status: 'settled', is_last: 1, receipt: 0, told_by: 'event' as const, ...more },
    })
    const charges = [
      fromEvent('forged-1', { receipt: 2, order_state: 'received' }),
      fromEvent('forged-2', { status: 'deferred', order_state: 'open' }),
      fromEvent('forged-3', { status: 'declined', order_state: 'lost', kind: 'renewal' }),
    ]
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', [{ buyerId, keys: [], charges }]))
    expect((await countLists(context)).data).toEqual(before)
  })

  it('show end dates moved by others to nobody who may not read the whole journal', async () => {
    const agent = { ...context, person: { ...somebody('Alma', 'agent'), accountId: 'Alma' } }
    const { rows } = await findingOf('moved-dates', agent)
    expect(rows.map(({ person }) => person)).toEqual(['Alma'])
  })

  it('are read by their own index, however many buyers there are', async () => {
    const plans = await own.store.connection().execute(async (one) => {
      if (engine === 'PostgreSQL') await sql`set enable_seqscan = off`.execute(one) // a table as small as this one would be read whole
      const explained = engine === 'SQLite' ? 'explain query plan' : 'explain'
      const planOf = async (name: ListName) => {
        const after = ['a', 'b', 'c'].slice(0, sources[name].keys.length)
        const { sql: text, parameters } = narrowQuery(name, context, {}, { limit: 50, after }).compile(one)
        return JSON.stringify((await one.executeQuery(CompiledQuery.raw(`${explained} ${text}`, [...parameters]))).rows)
      }
      return Promise.all(listNames.map(planOf))
    })
    for (const [at, name] of listNames.entries()) {
      expect(plans[at]).toContain(`list_${name.replace('-', '_')}`)
      expect(plans[at]).not.toMatch(/TEMP B-TREE|Sort/)
    }
  })

  it('follow what is seen later, and hold nothing of a buyer who was erased', async () => {
    const witness = {
      merchant: 'northwind',
      buyerId,
      source: 'action',
      operation: 'changeAutochargeStatus',
      person: null,
    } as const
    await saveFacts([{ entity: 'subscription:ends', field: 'autoChargeStatus', value: true }], witness)
    expect(await keys('ending')).toEqual(['ends-later', 'ends-last'])
    await eraseBuyer(manager, 'northwind', buyerId)
    expect((await countLists(context)).data.slice(0, 5).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
  })
})
