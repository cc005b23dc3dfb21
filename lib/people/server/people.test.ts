import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { problemIn } from '@/lib/testing/endings'
import { companyPersonId } from './company-person'
import { changePerson, endSessions } from './people'
import { createPerson, listPersonAccounts } from './person-accounts'
import { personOf, startSession } from './sessions'
import { sessionsOf } from './sessions-of'
import { recordFailure, secondsToWait } from './throttle'

// What people do at the same moment, in one process or several: the database decides.
describe.each(engines)('on %s', (engine) => {
  const own = new OwnDatabase(engine)

  const password = 'lantern moss quarrel tin'
  const added = async (name: string, role: 'admin' | 'agent') =>
    (await createPerson(own.store, { email: `${name}@desk.example.test`, name, role, password })) ?? ''
  const personIn = async (accountId: string) => {
    const store = own.store
    const sid = await startSession(store, accountId, new Date(), { address: '192.0.2.4', browser: 'Safari on iPhone' })
    const found = await personOf(store, sid)
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  const did = async (what: string) => {
    const rows = await own.store.selectFrom('journal').select('detail').where('kind', '=', 'person').execute()
    return rows.filter(({ detail }) => (JSON.parse(detail) as { did: string }).did === what).length
  }

  it('of two admins who turn on each other one stays', async () => {
    const [ada, ben] = [await added('ada', 'admin'), await added('ben', 'admin')]
    const [byAda, byBen] = [await personIn(ada), await personIn(ben)]
    const ends = await Promise.allSettled([
      changePerson(byAda, ben, { disabled: true }),
      changePerson(byBen, ada, { role: 'agent' }),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const admins = (await listPersonAccounts(own.store)).filter(({ role, disabled }) => role === 'admin' && !disabled)
    expect(admins).toHaveLength(1)
    expect((await did('disabled')) + (await did('role'))).toBe(1)
  })

  it('somebody whom the company sends twice at once is one account', async () => {
    const person = { issuer: 'https://corp.test', subject: 's', email: 'cleo@corp.test', name: 'Cleo', role: 'agent' as const }
    const before = await did('added')
    const made = await Promise.all(Array.from({ length: 5 }, async () => companyPersonId(own.store, person)))
    expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(1)
    expect((await did('added')) - before).toBe(1)
    const listed = (await listPersonAccounts(own.store)).filter(({ email }) => email === 'cleo@corp.test')
    expect(listed).toMatchObject([{ signsInWith: 'company', disabled: false, passwordDue: false, seenAt: null }])
  })

  it('sessions are listed with where they were started, and ended but for one', async () => {
    const dora = await added('dora', 'agent')
    const [person] = [await personIn(dora), await personIn(dora), await personIn(dora)]
    const store = own.store
    const mine = { address: '192.0.2.4', browser: 'Safari on iPhone' }
    expect(await sessionsOf(store, dora, person.sessionId)).toMatchObject([mine, mine, mine])
    expect(await endSessions(person, dora, { but: person.sessionId })).toBe(2)
    expect(await sessionsOf(store, dora, person.sessionId)).toMatchObject([{ id: person.sessionId, isThis: true }])
  })

  it('wrong passwords are counted one by one, however many come at once', async () => {
    const store = own.store
    const who = { email: 'ed@desk.example.test', address: '192.0.2.9' }
    const now = new Date()
    await Promise.all(Array.from({ length: 8 }, () => recordFailure(store, who, now)))
    expect(await secondsToWait(store, who, now)).toBe(8)
  })

  it('nobody who is not there is changed', async () => {
    const person = await personIn(await added('fay', 'admin'))
    expect(await problemIn(changePerson(person, 'no such id', { disabled: true }))).toMatchObject({ kind: 'notFound' })
  })
})
