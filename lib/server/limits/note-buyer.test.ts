import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, newPlace, type OwnPlace, startAt, stop } from '../database/engines-for-tests'
import { database } from '../database/open'
import { forget } from '../testing/environment'
import { forgetCountedBuyers, noteBuyer } from './note-buyer'

describe.each(engines)('on %s', (engine) => {
  let place: OwnPlace
  beforeAll(async () => {
    place = await newPlace(engine)
    startAt(place)
  })
  afterAll(async () => {
    await stop()
    await place.remove()
  })

  const someone = () => ({
    ...{ accountId: randomUUID(), sessionId: 's', email: 'a@desk.example.test', name: 'A' },
    role: 'agent' as const,
  })
  const at = new Date('2026-01-31T12:00:10Z')
  const lookAt = (person: ReturnType<typeof someone>, buyers: readonly string[], now = at) =>
    Promise.allSettled(buyers.map((buyerId) => noteBuyer(person, 'northwind', buyerId, now)))
  const refused = (ended: PromiseSettledResult<void>[]) =>
    ended.flatMap((each) => (each.status === 'rejected' ? [each.reason.problem] : []))
  const some = (count: number) => Array.from({ length: count }, () => randomUUID())
  const alertsOf = async ({ accountId }: { accountId: string }) =>
    (await database()).selectFrom('journal').select(['kind', 'detail']).where('account_id', '=', accountId).execute()

  it('300 buyers a minute are let through, however often each is looked at; more are 429 with one alert', async () => {
    const person = someone()
    const buyers = some(300)
    expect(refused(await lookAt(person, [...buyers, ...buyers]))).toEqual([])
    forget('buyers-counted') // another copy of the dashboard knows only what the database says
    expect(refused(await lookAt(person, buyers.slice(0, 20)))).toEqual([])
    const more = refused(await lookAt(person, some(3)))
    expect(more).toMatchObject(Array(3).fill({ status: 429, code: 'too_many_buyers', retryAfter: 50 }))
    expect((await alertsOf(person)).map(({ kind }) => kind)).toEqual(['alert'])
    expect(refused(await lookAt(person, buyers.slice(0, 5)))).toEqual([])
    expect(refused(await lookAt(person, some(1), new Date('2026-01-31T12:01:00Z')))).toEqual([])
  })

  it('what was counted is forgotten once its minute is over', async () => {
    await lookAt(someone(), some(2))
    await forgetCountedBuyers(new Date('2026-01-31T12:10:00Z'))
    expect(await (await database()).selectFrom('buyers_opened').selectAll().execute()).toEqual([])
  })
})
