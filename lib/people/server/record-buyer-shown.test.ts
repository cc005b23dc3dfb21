import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { countTowards } from './limits'
import { forgetCountedBuyers, recordBuyerShown, recordEmailSearched } from './record-buyer-shown'

describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)

  const someone = () => ({
    accountId: randomUUID(),
    sessionId: 's',
    email: 'a@desk.example.test',
    name: 'A',
    role: 'agent' as const,
  })
  const at = new Date('2026-01-31T12:00:10Z')
  const lookAt = (person: ReturnType<typeof someone>, buyers: readonly string[], now = at) =>
    Promise.allSettled(buyers.map((buyerId) => recordBuyerShown(person, 'northwind', buyerId, now)))
  const refused = (ended: PromiseSettledResult<void>[]) =>
    ended.flatMap((each) => (each.status === 'rejected' ? [each.reason.problem] : []))
  const some = (count: number) => Array.from({ length: count }, () => randomUUID())
  const alertsOf = async ({ accountId }: { accountId: string }) =>
    own.store.selectFrom('journal').select(['kind', 'detail']).where('account_id', '=', accountId).execute()

  it('300 buyers per minute are let through, however often each is looked at; more are 429 with one alert', async () => {
    const person = someone()
    const buyers = some(300)
    expect(refused(await lookAt(person, [...buyers, ...buyers]))).toEqual([])
    forgetSingletons('buyers-counted') // another copy of the dashboard knows only what the database says
    expect(refused(await lookAt(person, buyers.slice(0, 20)))).toEqual([])
    const more = refused(await lookAt(person, some(3)))
    expect(more).toMatchObject(Array(3).fill({ status: 429, code: 'too_many_buyers', retryAfter: 50 }))
    expect((await alertsOf(person)).map(({ kind }) => kind)).toEqual(['alert'])
    expect(refused(await lookAt(person, buyers.slice(0, 5)))).toEqual([])
    expect(refused(await lookAt(person, some(1), new Date('2026-01-31T12:01:00Z')))).toEqual([])
  })

  it('a search by e-mail counts as a look at a buyer, each e-mail once however it is written', async () => {
    const person = someone()
    expect(refused(await lookAt(person, some(299)))).toEqual([])
    await recordEmailSearched(person, 'northwind', 'A@buyer.example.test', at)
    await recordEmailSearched(person, 'northwind', ' a@buyer.example.test', at)
    await expect(recordEmailSearched(person, 'northwind', 'b@buyer.example.test', at)).rejects.toMatchObject({
      problem: { status: 429 },
    })
    expect(refused(await lookAt(person, some(1)))).toMatchObject([{ code: 'too_many_buyers' }])
    const rows = await own.store.selectFrom('buyers_opened').select('buyer_id').execute()
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  it('minutes that were counted before the clock was set back keep nobody out when they come again', async () => {
    const person = someone()
    await lookAt(person, some(300))
    const earlier = new Date(at.getTime() - 3_600_000)
    expect(refused(await lookAt(person, some(2), earlier))).toEqual([])
    await forgetCountedBuyers(earlier)
    expect(refused(await lookAt(person, some(2)))).toEqual([])
  })

  it('a limit an hour long begins anew where it was reached before the clock was set back', async () => {
    const about = { person: someone(), merchant: 'northwind', buyerId: null }
    const count = async (now: Date) => own.store.transaction().execute((tx) => countTowards(tx, 'exports', about, { by: 5, now }))
    expect([await count(at), (await count(at))?.problem.status]).toEqual([null, 429])
    expect(await count(new Date(at.getTime() - 86_400_000))).toBeNull()
  })

  it('what was counted is forgotten once its minute is over', async () => {
    await lookAt(someone(), some(2))
    await forgetCountedBuyers(new Date('2026-01-31T12:10:00Z'))
    expect(await own.store.selectFrom('buyers_opened').selectAll().execute()).toEqual([])
  })
})
