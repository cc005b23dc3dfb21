import { randomUUID } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { request } from '@/lib/client/request'
import { employ } from '@/lib/commands/server/commands-for-tests'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import * as routes from '@/lib/core/routes'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { keepCounted } from '@/lib/knowledge/server/counted-rows'
import type { Incident } from '../incident'
import { readPasted } from '../pasted'
import { incidentStatesOf, incidentsWaitingFor, keysOfOpenIncidents, openIncidents } from '../server/open-incidents'
import { runIncidents } from '../server/run'
import { leo, mia, plan, World } from '../server/world-for-tests'
import { sitting } from './handlers-for-tests'
import { incidentQuery, incidentRowsQuery, incidentsQuery, takeStep } from './incident-queries'
import { changedSince, PlanKeeper, type Who } from './keep-plan'

describe.each(engines)('the browser’s half of an incident, by its handlers on %s', (engine) => {
  const service = new ServiceForTests()
  let url = ''
  beforeAll(async () => {
    url = await service.start()
  })
  afterAll(() => service.stop())
  afterEach(() => vi.unstubAllGlobals())
  const own = new OwnDatabase(engine)
  beforeEach(async () => {
    await own.start({ SERVICE_URL: url })
    for (const table of ['directory_keys', 'facts', 'targets', 'incident_rows', 'incidents'] as const)
      await own.store.deleteFrom(table).execute()
    await employ(own.store, mia, leo)
    sitting(mia)
  })

  const keeper = (sent: number[] = [], known: Incident | null = null) =>
    new PlanKeeper('northwind', known, { onProgress: (count) => sent.push(count), onKept: () => {} })
  const keep = (who: Who) => keeper().keep({ ...plan, who })
  const draft = () => {
    const { unknown: _, ...body } = plan
    return request<Incident>(routes.incidents(), { actionId: randomUUID(), merchant: 'northwind', body })
  }
  const pasted = (...targets: string[]): Who => ({
    from: 'rows',
    kind: 'subscription',
    rows: targets.map((target, at) => ({ line: at + 1, target, buyerId: null, note: null })),
  })
  const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

  test('keeps a plan with all of its rows in chunks, doubled ones too, previews it and shows what each number counts', async () => {
    const world = new World(260)
    service.answering = world.answering
    await world.note(own.store)
    const text = [...world.all.map(({ id }) => id), world.all[0]?.id, randomUUID()].join(' ')
    const sent: number[] = []
    const kept = await keeper(sent).keep({
      ...plan,
      who: { from: 'rows', kind: 'subscription', rows: readPasted(text, 'subscription').rows },
    })
    expect([kept.rows, sent, kept.making]).toEqual([262, [250, 262], { done: 0, of: 262 }])
    await runIncidents(new AbortController().signal)
    const previewed = await queries().fetchQuery(incidentQuery('northwind', kept.id))
    expect(previewed).toMatchObject({ state: 'previewed', preview: { counts: { 'will-change': 260, twice: 1, 'not-found': 1 } } })
    const rows = await queries().fetchInfiniteQuery(incidentRowsQuery('northwind', kept.id, { count: 'not-found' }, 1))
    expect(rows.pages[0]?.data).toMatchObject([{ n: 262, buyerId: null, why: 'not-found' }])

    const asked = await takeStep(randomUUID(), 'northwind', kept.id, { step: 'ask', version: previewed.version })
    expect([asked.state, asked.mine, asked.may.decide]).toEqual(['waiting', true, expect.stringContaining('colleague')])
    expect([await incidentsWaitingFor(mia), await incidentsWaitingFor(leo)]).toMatchObject([
      [],
      [{ id: kept.id, waitsFor: 'decision', words: 'Turn off autocharge', rows: 260, person: 'Mia' }],
    ])
    sitting(leo)
    const body = { decision: 'approve', note: null, planHash: previewed.preview?.planHash }
    const opened = (await queries().fetchQuery(incidentQuery('northwind', kept.id))).toOpen?.rows.map(({ n }) => n) ?? []
    await takeStep(randomUUID(), 'northwind', kept.id, { step: 'look', version: asked.version, body: { rows: opened } })
    const approved = await takeStep(randomUUID(), 'northwind', kept.id, { step: 'decide', version: asked.version, body })
    expect([approved.state, approved.may.start]).toEqual(['approved', null])
    expect(await incidentsWaitingFor(mia)).toMatchObject([{ waitsFor: 'start', person: 'Leo' }])
    expect(await incidentsWaitingFor(leo)).toEqual([])
  }, 30_000)

  test('says which lines can’t be kept, as they were pasted, and what is kept by then', async () => {
    const line = (number: number, note: string | null = null) => ({ line: number, target: randomUUID(), buyerId: null, note })
    const rows = [...Array.from({ length: 250 }, (_, at) => line(at + 2)), line(260), line(270, '4111 1111 1111 1111')]
    await expect(keep({ from: 'rows', kind: 'subscription', rows })).rejects.toMatchObject({
      problem: {
        title: 'Some lines can’t be kept',
        detail: expect.stringMatching(/^The plan is kept as a draft with its first 250 rows/),
        fields: [{ field: '', title: expect.stringMatching(/^Line 270: Use the card’s last four digits/) }],
      },
    })
    expect(await own.store.selectFrom('incidents').select(['state', 'rows']).execute()).toEqual([{ state: 'draft', rows: 250 }])
  })

  test('changes a plan that was kept, and refuses one that a colleague has changed meanwhile', async () => {
    const kept = await keep(pasted(randomUUID()))
    const changed = await keeper([], kept).keep({ ...plan, rate: 2, unknown: 'leave-out', who: null })
    expect(changed).toMatchObject({ id: kept.id, rate: 2, unknown: 'leave-out', words: 'Turn off autocharge' })
    expect(changed.edited).toMatchObject({ by: 'Mia', mine: true })
    const late = keeper([], kept)
    expect(changedSince({ known: kept, isOpen: false }, changed)).toEqual(changed.edited)
    late.see(changed)
    await expect(late.keep({ ...plan, who: null })).rejects.toMatchObject({ problem: { code: 'changed' } })
    late.startFrom(changed)
    expect(await late.keep({ ...plan, who: null })).toMatchObject({ rate: 5, unknown: 'read' })
  })

  test('changes a plan whose preview was finished meanwhile: that isn’t a change of it', async () => {
    const kept = await keep(pasted(randomUUID()))
    await runIncidents(new AbortController().signal)
    const previewed = await queries().fetchQuery(incidentQuery('northwind', kept.id))
    expect([previewed.version > kept.version, previewed.edited]).toEqual([true, kept.edited])
    const changing = keeper([], kept)
    changing.see(previewed)
    expect(await changing.keep({ ...plan, reason: 'Once more', who: null })).toMatchObject({ reason: 'Once more' })
  })

  test('lists what isn’t closed, and counts and names it for the morning and the hand-over sheet', async () => {
    const { id } = await draft()
    const closed = await draft()
    await own.store.updateTable('incidents').set({ state: 'closed' }).where('id', '=', closed.id).execute()
    const open = await queries().fetchInfiniteQuery(incidentsQuery('northwind', 'open'))
    expect(open.pages[0]?.data.map((each) => each.id)).toEqual([id])
    const all = await queries().fetchInfiniteQuery(incidentsQuery('northwind', null))
    expect(all.pages[0]?.meta.total).toBe(2)
    expect(await keysOfOpenIncidents('northwind')).toEqual({ keys: [id], count: 1, isMore: false, oldest: expect.any(String) })
    const opened = await keepCounted('2026-11-20T08:55:00.000Z', [closed.id])
    const counted = await queries().fetchInfiniteQuery(incidentsQuery('northwind', 'open', opened))
    expect(counted.pages[0]?.data.map((each) => each.id).toSorted()).toEqual([id, closed.id].toSorted())
    expect(counted.pages[0]?.meta.counted).toEqual({ at: '2026-11-20T08:55:00.000Z', ids: [closed.id] })
    expect(await openIncidents(own.store, 'northwind', null, 10)).toMatchObject([{ id, person: 'Mia', ticket: 'INC-207' }])
    expect(await openIncidents(own.store, 'northwind', leo.accountId, 10)).toEqual([])
    expect(await incidentStatesOf(own.store, [id, closed.id])).toEqual(new Map([[id, 'draft'], [closed.id, 'closed']])) // biome-ignore format: pairs
  })

  test('takes the rows of a list that were marked, and says when one has left the list', async () => {
    const row = {
      merchant: 'northwind',
      status: 'blocked',
      status_why: '',
      product: 'Plus',
      autocharge: 0,
      ends_at: '',
      seen_at: '',
      status_at: '2026-01-01',
    }
    const buyers = [randomUUID(), randomUUID()]
    const subscriptions = buyers.map((buyer_id) => ({ ...row, buyer_id, subscription_id: randomUUID() }))
    await own.store.insertInto('directory_subscriptions').values(subscriptions).execute()
    const [first] = subscriptions
    const key = `${first?.subscription_id} ${first?.buyer_id}`
    const list = { from: 'list' as const, list: 'blocked' as const, filter: {} }
    expect(await keep({ ...list, keys: [key] })).toMatchObject({ rows: 1 })
    await expect(keep({ ...list, keys: [key, `${randomUUID()} ${randomUUID()}`] })).rejects.toMatchObject({
      problem: { fields: [{ field: 'who.keys', title: '1 of the marked rows is no longer in this list. Mark them again' }] },
    })
  })
})
