import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { log } from '@/lib/platform/log'
import { actionIn, ada, commandOf, entriesOf } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { catchUp } from './recover'
import type { Answering } from './service-for-tests'
import { saveUnwrittenOutcome } from './unwritten-outcomes'

const body = { merchantCode: 'northwind', country: 'DE' }
const nobody = '00000000-0000-0000-0000-000000000000'

describe.each(engines)('a buyer who is created, on %s,', (engine) => {
  const journal = new JournalForTests(engine, [ada], {})

  const known = async (email: string) => {
    const buyerId = randomUUID()
    const witnessed = { merchant: 'northwind', buyerId, source: 'read', operation: 'listTokens', person: 'Ada' } as const
    await saveFacts([{ entity: 'buyer', field: 'email', value: email }], witnessed)
    return buyerId
  }
  const answeredWith =
    (id: string): Answering =>
    (_, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { id }, meta: {} }))
    }
  /** Each for an address of its own, since one unconfirmed creation holds up the next for the same. */
  const created = async (id: string, email = `${randomUUID()}@example.test`) => {
    journal.service.answering = answeredWith(id)
    const call = commandOf('createBuyer', { body: { ...body, email } })
    return { response: await perform(call), email, ...call }
  }
  const emailOf = async (buyerId: string) =>
    (await factsOf('northwind', buyerId, 'buyer')).find(({ field }) => field === 'email')?.value

  test('is done and known where their id is new, or known with this very e-mail', async () => {
    const fresh = randomUUID()
    const { response, email } = await created(fresh)
    expect(response.headers.get('x-outcome')).toBe('done')
    expect(await emailOf(fresh)).toBe(email)
    const same = await known('New@Example.test')
    const again = await created(same, 'new@example.test')
    expect([again.response.status, again.response.headers.get('x-outcome')]).toEqual([201, 'done'])
  })

  test('is unconfirmed where their id is that of a buyer with another e-mail, of whom nothing is learnt', async () => {
    const warned = vi.spyOn(log, 'warn')
    const buyerId = await known('other@example.test')
    const before = await factsOf('northwind', buyerId)
    const { response, actionId } = await created(buyerId)
    expect(response.headers.get('x-outcome')).toBe('unconfirmed')
    const said = await response.text()
    expect(JSON.parse(said)).toMatchObject({ kind: 'unconfirmed', code: 'answer_about_another', actionId })
    expect(said).not.toContain(buyerId)
    expect(await factsOf('northwind', buyerId)).toEqual(before)
    expect((await actionIn(journal.witness, actionId))?.state).toBe('unconfirmed')
    expect((await actionIn(journal.witness, actionId))?.answer).not.toContain(buyerId)
    expect(await entriesOf(journal.witness, actionId)).toEqual(['intent', 'outcome'])
    expect(warned).toHaveBeenCalledWith({ operation: 'createBuyer', merchant: 'northwind' }, 'answer_about_another')
  })

  test('is unconfirmed, too, where their id is that of a buyer who was known before, whose e-mail isn’t', async () => {
    const buyerId = randomUUID()
    const seen = { merchant: 'northwind', buyerId, source: 'read', operation: 'getChargeHistory', person: 'Ada' } as const
    const earlier = new Date(Date.now() - 60_000)
    await saveFacts([{ entity: 'buyer', field: 'country', value: 'NL' }], { ...seen, at: earlier })
    expect((await created(buyerId)).response.headers.get('x-outcome')).toBe('unconfirmed')
    expect(await emailOf(buyerId)).toBeUndefined()
  })

  test('is done where what is known of them came only after the request', async () => {
    const buyerId = randomUUID()
    const seen = { merchant: 'northwind', buyerId, source: 'read', operation: 'listTokens', person: 'Ada' } as const
    const later = new Date(Date.now() + 60_000)
    await saveFacts([{ entity: 'buyer', field: 'country', value: 'NL' }], { ...seen, at: later })
    expect((await created(buyerId)).response.headers.get('x-outcome')).toBe('done')
  })

  test.each([nobody, 'ffffffff-ffff-ffff-ffff-ffffffffffff'])('is unconfirmed where their id is nobody’s, %s', async (id) => {
    expect((await created(id)).response.headers.get('x-outcome')).toBe('unconfirmed')
    expect(await factsOf('northwind', id)).toEqual([])
  })

  test('is unconfirmed, too, where the outcome could be written only later', async () => {
    const buyerId = await known('other@example.test')
    const { actionId, email } = await created(nobody)
    const action = await actionIn(journal.witness, actionId)
    if (!action) throw new Error('The action is gone')
    const done = { state: 'done' as const, status: 201, body: null, code: null, answer: { data: { id: buyerId } } }
    saveUnwrittenOutcome(action, { ...body, email }, done)
    await catchUp()
    expect((await actionIn(journal.witness, actionId))?.state).toBe('unconfirmed')
    expect(await emailOf(buyerId)).toBe('other@example.test')
  })
})
