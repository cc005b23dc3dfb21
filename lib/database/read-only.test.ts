import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askFor, buyerHeaders } from '@/lib/calls/call'
import { buyerId } from '@/lib/commands/server/commands-for-tests'
import { answer, ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { listTokens } from '@/lib/operations/queries'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { createPerson } from '@/lib/people/server/person-accounts'
import { personOf, startSession } from '@/lib/people/server/sessions'
import { breakagesOf } from './breaking-for-tests'
import { engines, newPlace, type OwnPlace, startAt, stop } from './engines-for-tests'
import { database } from './open'

// What goes on while the database can be read and not written: signed-in people go on reading.

describe.each(engines)('on %s', (engine) => {
  const service = new ServiceForTests()
  const [, readOnly] = breakagesOf(engine)
  let place: OwnPlace
  let sessionId: string

  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place, { SERVICE_URL: await service.start() })
    const store = await database()
    const accountId = await createPerson(store, {
      email: 'ada@desk.test',
      name: 'Ada',
      role: 'agent',
      password: 'a password that is long enough',
    })
    sessionId = await startSession(store, accountId ?? '')
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'a@b.test' }], {
      merchant: 'northwind',
      buyerId,
      source: 'read',
      operation: null,
      person: null,
    })
    await readOnly?.break(place)
  })

  afterAll(async () => {
    await readOnly?.mend(place)
    await service.stop()
    await stop()
    await place.remove()
  })

  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

  test('a session goes on, and ends when its time is over', async () => {
    expect(await personOf(await database(), sessionId, inMinutes(5))).toMatchObject({ name: 'Ada' })
    expect(await personOf(await database(), sessionId, inMinutes(20))).toBe('idle')
  })

  test('what the service answers is shown, with the version that was known before', async () => {
    service.answering = (_, response) => answer(response, 200, { data: [], meta: { type: 'collection' } })
    const person = { accountId: 'a', sessionId, email: 'ada@desk.test', name: 'Ada', role: 'agent' as const }
    const address = { address: '198.51.100.10', source: 'fallback' as const }
    const call = { operation: listTokens, person, merchant: merchantByCode(null), params: { buyerId }, address, headers: {} }
    const { answer: shown, version } = await askFor(call)
    expect(shown.data).toEqual([])
    expect(await buyerHeaders(call, version)).toMatchObject({ 'x-known-version': '1' })
  })
})
