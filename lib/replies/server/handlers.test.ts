import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { standinMerchants } from '@/standin/standin-merchants'
import type { Replies } from '../own-texts'
import { putReply, readReplies, readReplyVersions } from './handlers'

const [first, second] = standinMerchants.map(({ code }) => code)
const at = '/api/desk/replies'

describe.each(engines)('the replies of a merchant account on %s', (engine) => {
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) }, engine)

  type CallOptions = { key?: string; as?: Role; merchant?: string; id?: string }

  async function read({ as = 'agent', merchant = first }: CallOptions = {}): Promise<Replies> {
    const headers = { 'x-merchant': merchant ?? null }
    return (await dashboard.call(serveDashboard('read', readReplies), 'GET', at, { as, headers })).json()
  }

  async function put(body: object, { key = 'refundDone', as = 'manager', merchant = first, id }: CallOptions = {}) {
    const handler = serveDashboard<{ key: string }>('editReplies', putReply)
    const headers = { 'x-merchant': merchant ?? null, ...(id && { 'x-action-id': id }) }
    const answer = await dashboard.call(handler, 'PUT', `${at}/${key}`, { params: { key }, body, as, headers })
    return { status: answer.status, replayed: answer.headers.get('x-replayed'), body: await answer.json() }
  }

  async function versions(key: string, merchant = first) {
    const handler = serveDashboard<{ key: string }>('read', readReplyVersions)
    const headers = { 'x-merchant': merchant ?? null }
    const answer = await dashboard.call(handler, 'GET', `${at}/${key}`, { params: { key }, headers })
    return ((await answer.json()).versions as { version: number; text: string | null; language: string; person: string }[]).map(
      ({ version, text, language, person }) => [version, language, text, person],
    )
  }

  const german = (text: string | null, version: number) => ({ language: 'de', text, version })

  it('are the account’s own in the language they were written in, for everybody who reads, and the built-in ones again once that is asked', async () => {
    expect(await read()).toEqual({ texts: [], agent: 'The agent' })
    const saved = await put(german('  Wir haben Ihnen {amount} der Zahlung vom {day} erstattet.\r\n', 0))
    const own = { key: 'refundDone', language: 'de', version: 1, person: 'The manager', at: expect.any(String) }
    const text = 'Wir haben Ihnen {amount} der Zahlung vom {day} erstattet.'
    expect(saved).toMatchObject({ status: 200, body: { texts: [{ ...own, text }], agent: 'The manager' } })
    expect((await read({ as: 'finance' })).texts).toEqual([{ ...own, text }])
    expect((await read({ merchant: second })).texts).toEqual([])
    await put(german(null, 1), { as: 'admin' })
    expect((await read()).texts).toMatchObject([{ version: 2, text: null, person: 'The admin' }])
    expect(await versions('refundDone')).toEqual([
      [2, 'de', null, 'The admin'],
      [1, 'de', text, 'The manager'],
    ])
    expect(await versions('refundDone', second)).toEqual([])
  })

  it('are kept from being overwritten by who has not seen the newest', async () => {
    const greeting = (text: string, version: number, as: Role) => put({ language: 'fr', text, version }, { key: 'hello', as })
    expect((await greeting('Bonjour !', 0, 'manager')).status).toBe(200)
    expect(await greeting('Chère cliente, cher client,', 0, 'admin')).toMatchObject({
      status: 409,
      body: { kind: 'conflict', code: 'changed', detail: expect.stringContaining('Yours wasn’t saved') },
    })
    expect((await greeting('Chère cliente, cher client,', 1, 'admin')).status).toBe(200)
    const both = await Promise.all([greeting('Un', 2, 'manager'), greeting('Deux', 2, 'admin')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await versions('hello'))[0]?.[0]).toBe(3)
  })

  it('are changed once for an id, and every change is in the journal with the text before and after', async () => {
    const id = randomUUID()
    const body = { language: 'en', text: '{agent}, Northwind support', version: 0 }
    const asked = { key: 'signature', id }
    expect((await put(body, asked)).replayed).toBeNull()
    expect((await put(body, asked)).replayed).toBe('true')
    expect((await put({ ...body, text: 'Another' }, asked)).body.code).toBe('action_id_used')
    await put({ ...body, text: 'Northwind', version: 1 }, { key: 'signature' })
    const store = await database()
    const entries = await store
      .selectFrom('journal')
      .select(['kind', 'person', 'merchant', 'operation', 'detail'])
      .where('detail', 'like', '%"signature"%')
      .orderBy('seq')
      .execute()
    const of = { kind: 'setting', person: 'The manager', merchant: first, operation: 'replyText' }
    const proof = { rows: [expect.objectContaining({ table: 'reply_texts' })] }
    const what = { setting: 'reply-text', sentence: 'signature', language: 'en' }
    expect(entries.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }))).toEqual([
      { ...of, detail: { ...what, before: null, after: body.text, proof } },
      { ...of, detail: { ...what, before: body.text, after: 'Northwind', proof } },
    ])
  })

  it.each([
    ['a variable that the sentence does not have', '{amount} on {date}', 'Remove {date}. Use {amount} or {day}.'],
    ['a brace that is left open', 'We refunded {amount on the {day}.', 'Use braces only around the name of a variable'],
    ['no sentence', '{amount} {day}!', 'Enter a sentence'],
    ['nothing', '  ', 'Enter a sentence'],
    ['more than one line', 'We refunded it.\nBye', 'Use one line'],
    ['what turns the direction of writing around', 'We refunded \u202eit.', 'Remove control characters'],
    ['too much', `${'é'.repeat(500)}.`, 'Use 500 characters or fewer'],
  ])('refuse %s, and say what to do', async (_, text, title) => {
    const { status, body } = await put({ language: 'en', text, version: 0 })
    expect([status, body.fields]).toEqual([422, [{ field: 'text', title }]])
  })

  it('take a text that leaves a variable out, and an empty greeting', async () => {
    expect((await put({ language: 'en', text: 'We’ve sent your money back.', version: 0 })).status).toBe(200)
    expect((await put({ language: 'en', text: '', version: 0 }, { key: 'hello' })).status).toBe(200)
  })

  it('are for managers and admins to change, and of sentences and languages there are', async () => {
    const body = { language: 'en', text: 'Yours', version: 0 }
    expect((await put(body, { key: 'bye', as: 'agent' })).status).toBe(403)
    expect((await put(body, { key: 'bye', as: 'finance' })).status).toBe(403)
    expect((await put(body, { key: 'constructor' })).status).toBe(404)
    expect((await put({ ...body, language: 'nl' }, { key: 'bye' })).body.fields).toMatchObject([{ field: 'language' }])
    expect((await put({ ...body, version: -1 }, { key: 'bye' })).status).toBe(422)
    expect((await put(body, { key: 'bye', merchant: 'nobody' })).status).toBe(422)
  })
})
