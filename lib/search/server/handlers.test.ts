import { beforeEach, describe, expect, it } from 'vitest'
import { drainQueue } from '@/lib/boot/start-jobs'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Import } from '@/lib/imports/import-columns'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { nameKeys } from '@/lib/knowledge/server/note-of'
import { Dashboard } from '@/lib/testing/dashboard'
import { dashboardOrigin } from '@/lib/testing/environment'
import { type Answering, json, listener } from '@/lib/testing/listener'
import { routes } from '@/lib/testing/routes'
import { opensAtOnce, type SearchAnswer } from '../search-reading'

const dashboard = new Dashboard()
const handlers = await routes()
const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'

type CallOptions = Parameters<Dashboard['call']>[3]
function call(method: string, path: string, asked: CallOptions = {}): Promise<Response> {
  return dashboard.call(handlerOf(method, path), method, path, asked as never)
}

function handlerOf(method: string, path: string) {
  const route = handlers.find((each) => each.method === method && each.path === path)
  if (!route) throw new Error(`There is no ${method} ${path}`)
  return route.handler
}

describe('a search', () => {
  beforeEach(async () => {
    const note = {
      buyerId,
      keys: [{ kind: 'buyer' as const, key: buyerId, thing: '' }, ...nameKeys('Tainara Exemplo')],
      charges: [],
    }
    await (await database()).transaction().execute((tx) => saveNotes(tx, 'northwind', [note]))
  })
  const entries = async () =>
    (await database()).selectFrom('journal').select(['detail', 'person']).where('kind', '=', 'searched').orderBy('seq').execute()

  it.each([
    ['Tainara Exemplo', '{"readAs":"other","text":"T•••••• E••••••"}'],
    ['someone@example.test', '{"readAs":"email","text":"s•••••e@e••••••.test"}'],
    ['0119', '{"readAs":"lastFour","text":"0•••"}'],
  ])('by what is personal is written into the journal, masked: %s', async (q, detail) => {
    await call('POST', '/api/desk/search', { body: { q, where: 'here' } })
    await call('POST', '/api/desk/search', { body: { q, where: 'here' } }) // the same again within the minute is one search
    expect((await entries()).filter((entry) => entry.detail === detail)).toEqual([{ detail, person: 'The agent' }])
  })

  it.each([buyerId, 'Wq7LmR2x'])('by an id is nobody’s business: %s', async (q) => {
    const before = (await entries()).length
    await call('POST', '/api/desk/search', { body: { q } })
    expect(await entries()).toHaveLength(before)
  })

  it('that finds nobody says what is searched', async () => {
    const answer: SearchAnswer = await (await call('POST', '/api/desk/search', { body: { q: 'zzzzzz zz' } })).json()
    expect(answer).toMatchObject({
      hits: [],
      say: expect.stringMatching(/^No matches in Counterfoil\. 1 buyer is in Counterfoil/),
    })
  })

  it('opens a buyer at once, unless something is to be read first: that the service knows nobody by this e-mail, or is away', async () => {
    const email = 'listed@example.test'
    const listed = '5a3c2f8e-6a53-4b43-9a55-0a8f6f0f6b11'
    const note = { buyerId: listed, keys: [{ kind: 'email' as const, key: email, thing: '' }], charges: [] }
    await (await database()).transaction().execute((tx) => saveNotes(tx, 'northwind', [note]))
    const opens = async (answering: Answering) => {
      dashboard.serviceAt((await listener(answering)).url)
      const answer: SearchAnswer = await (await call('POST', '/api/desk/search', { body: { q: email } })).json()
      expect(answer.hits).toMatchObject([{ buyerId: listed, reason: 'E-mail, exact', match: 'exact' }])
      return opensAtOnce(answer)?.buyerId ?? null
    }
    expect(await opens(json(200, { data: { buyerId: listed }, meta: [] }))).toBe(listed)
    expect(await opens(json(404, { code: 3000, message: 'Entity not found', traceId: 't-1' }))).toBeNull()
    expect(await opens((response) => void response.destroy())).toBeNull()
  })

  it('for a charge needs something to go by', async () => {
    const refused = await call('POST', '/api/desk/statement', { body: { date: '2026-01-01' } })
    expect([refused.status, (await refused.json()).fields[0].field]).toEqual([422, 'line'])
    const none: SearchAnswer = await (
      await call('POST', '/api/desk/statement', { body: { amount: '9,99', currency: 'eur' } })
    ).json()
    expect(none).toMatchObject({ readAs: 'clues', hits: [], say: expect.stringContaining('in Counterfoil') })
  })
})

describe('an uploaded list', () => {
  const path = '/api/desk/imports'
  const csv = (body: string, headers = {}, as: Role = 'admin') =>
    call('POST', path, { body, as, headers: { 'content-type': 'text/csv', ...headers } })
  const left = async () => (await database()).selectFrom('imports').select('id').execute()

  it.each([
    ['of somebody who is no admin', 'buyerId\n', {}, 'manager', 403, 'forbidden'],
    ['of a page that is not ours', 'buyerId\n', { 'sec-fetch-site': 'cross-site' }, 'admin', 403, 'foreign_origin'],
    ['of another type', 'buyerId\n', { 'content-type': 'application/json' }, 'admin', 415, 'unsupported_media_type'],
    ['that is announced as too large', 'buyerId\n', { 'content-length': '600000000' }, 'admin', 413, 'too_large'],
    ['that is empty', '', {}, 'admin', 422, null],
    ['that is no text', 'buyerId\n\0', {}, 'admin', 422, null],
  ] as const)('%s is refused, and nothing of it is kept', async (_, body, headers, as, status, code) => {
    const answer = await csv(body, headers, as)
    expect(answer.status).toBe(status)
    if (code !== null && code !== 'forbidden') expect((await answer.json()).code).toBe(code)
    expect(await left()).toEqual([])
  })

  it('that is not in UTF-8 is refused with the remedy', async () => {
    const cookie = await dashboard.cookie('admin')
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' }
    const request = new Request(`${dashboardOrigin}${path}`, {
      method: 'POST',
      headers,
      body: Buffer.from('buyerId\n\xe9', 'latin1'),
    })
    const answer = await handlerOf('POST', path)(request, { params: Promise.resolve({}) })
    expect([answer.status, (await answer.json()).fields[0].title]).toEqual([
      422,
      'The file isn’t in UTF-8. Save it as “CSV UTF-8” and try again.',
    ])
    expect(await left()).toEqual([])
  })

  it('waits for the columns where their names do not tell, and is checked when they are given', async () => {
    const params = { importId: ((await (await csv(`who,mail\n${buyerId},a@b.test\n=x,y\n`)).json()) as Import).id }
    const one = async (): Promise<Import> => (await call('GET', `${path}/{importId}`, { params, as: 'admin' })).json()
    expect(await one()).toMatchObject({ state: 'uploaded', columns: ['who', 'mail'], mapping: { email: 1 } })
    const check = (mapping: object) => call('POST', `${path}/{importId}/check`, { params, as: 'admin', body: { mapping } })
    expect((await check({ email: 1 })).status).toBe(422)
    expect((await check({ buyerId: 0, email: 1 })).status).toBe(200)
    await drainQueue('import')
    await expect.poll(async () => (await one()).state, { timeout: 10_000 }).toBe('checked')
    expect(await one()).toMatchObject({ rows: 2, counts: { new: 1, rejected: 1 }, rejected: [{ line: 3 }] })
    const rejected = await (await call('GET', `${path}/{importId}/rejected`, { params, as: 'admin' })).text()
    expect(rejected).toContain("3,buyerId: Enter an id such as 31d21526-a9d9-4b2f-ae75-32594eee2787,'=x,y")
    expect((await call('DELETE', `${path}/{importId}`, { params, as: 'admin' })).status).toBe(200)
    expect(await left()).toEqual([])
  })
})

describe('an erasure', () => {
  const erase = (body: object) => call('POST', '/api/desk/erasures', { body, as: 'admin' })
  it('needs the end of the id typed once more', async () => {
    const refused = await erase({ buyerId, confirmation: '0000' })
    expect([refused.status, (await refused.json()).fields[0].field]).toEqual([422, 'confirmation'])
    expect((await erase({ buyerId, confirmation: '2787' })).status).toBe(200)
  })
})
