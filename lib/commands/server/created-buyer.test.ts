import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '@/lib/database/engines-for-tests'
import { type Database, openDatabase } from '@/lib/database/open'
import { verify } from '@/lib/journal/verify'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { log } from '@/lib/platform/log'
import { actionIn, ada, commandOf, employ, entriesOf } from './commands-for-tests'
import { perform } from './perform'
import { catchUp } from './recover'
import { type Answering, ServiceForTests } from './service-for-tests'
import { saveUnwrittenOutcome } from './unwritten-outcomes'

const body = { merchantCode: 'northwind', email: 'new@buyer.test', country: 'DE' }
const nobody = '00000000-0000-0000-0000-000000000000'

describe.each(engines)('a buyer who is created, on %s,', (engine) => {
  let place: OwnPlace
  let witness: Database
  let service: ServiceForTests

  beforeAll(async () => {
    place = await newPlace(engine)
    witness = await openDatabase(place)
    await employ(witness, ada)
  })

  beforeEach(async () => {
    service = new ServiceForTests()
    startAt(place, { SERVICE_URL: await service.start(), SERVICE_WRITE_PATIENCE_MS: '5000', SERVICE_WRITE_LIMIT_MS: '9000' })
    await witness.updateTable('actions').set({ state: 'refused' }).where('state', '=', 'unconfirmed').execute()
  })

  afterEach(async () => {
    await service.stop()
    await stop()
  })

  afterAll(async () => {
    await witness.destroy()
    await place.remove()
  })

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
  const created = async (id: string, email = body.email) => {
    service.answering = answeredWith(id)
    const call = commandOf('createBuyer', { body: { ...body, email } })
    return { response: await perform(call), ...call }
  }
  const emailOf = async (buyerId: string) =>
    (await factsOf('northwind', buyerId, 'buyer')).find(({ field }) => field === 'email')?.value

  test('is done and known where their id is new, or known with this very e-mail', async () => {
    const fresh = randomUUID()
    expect((await created(fresh)).response.headers.get('x-outcome')).toBe('done')
    expect(await emailOf(fresh)).toBe(body.email)
    const same = await known('New@Buyer.test')
    const again = await created(same)
    expect([again.response.status, again.response.headers.get('x-outcome')]).toEqual([201, 'done'])
  })

  test('is unconfirmed where their id is that of a buyer with another e-mail, of whom nothing is learnt', async () => {
    const warned = vi.spyOn(log, 'warn')
    const buyerId = await known('other@buyer.test')
    const before = await factsOf('northwind', buyerId)
    const { response, actionId } = await created(buyerId)
    expect(response.headers.get('x-outcome')).toBe('unconfirmed')
    const said = await response.text()
    expect(JSON.parse(said)).toMatchObject({ kind: 'unconfirmed', code: 'answer_about_another', actionId })
    expect(said).not.toContain(buyerId)
    expect(await factsOf('northwind', buyerId)).toEqual(before)
    expect((await actionIn(witness, actionId))?.state).toBe('unconfirmed')
    expect((await actionIn(witness, actionId))?.answer).not.toContain(buyerId)
    expect(await entriesOf(witness, actionId)).toEqual(['intent', 'outcome'])
    expect(warned).toHaveBeenCalledWith({ operation: 'createBuyer', merchant: 'northwind' }, 'answer_about_another')
    expect(await verify(witness, place.DATA_DIR)).toMatchObject({ whole: true })
  })

  test.each([nobody, 'ffffffff-ffff-ffff-ffff-ffffffffffff'])('is unconfirmed where their id is nobody’s, %s', async (id) => {
    expect((await created(id)).response.headers.get('x-outcome')).toBe('unconfirmed')
    expect(await factsOf('northwind', id)).toEqual([])
  })

  test('is unconfirmed, too, where the outcome could be written only later', async () => {
    const buyerId = await known('other@buyer.test')
    const { actionId } = await created(nobody)
    const action = await actionIn(witness, actionId)
    if (!action) throw new Error('The action is gone')
    const done = { state: 'done' as const, status: 201, body: null, code: null, answer: { data: { id: buyerId } } }
    saveUnwrittenOutcome(action, body, done)
    await catchUp()
    expect((await actionIn(witness, actionId))?.state).toBe('unconfirmed')
    expect(await emailOf(buyerId)).toBe('other@buyer.test')
  })
})
