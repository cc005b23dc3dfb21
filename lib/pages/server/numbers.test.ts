import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openAlerts, raiseAlerts } from '@/lib/alerts/server/alerts'
import { listActions } from '@/lib/commands/server/actions'
import { listApprovals } from '@/lib/commands/server/approvals'
import { type Role, roles } from '@/lib/core/roles'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { copiesNow, recordFailure, sayAlive } from '@/lib/jobs/health'
import { countedOf } from '@/lib/knowledge/server/counted-rows'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { recordOpened } from '@/lib/knowledge/server/recent-buyers'
import { isListName, listFilterIn } from '@/lib/lists/lists'
import { contextOf, readList } from '@/lib/lists/server/read-list'
import { writeNote } from '@/lib/notes/server/notes'
import { getChargeHistory } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { addGuideStep, startGuide } from '@/lib/playbooks/server/guides'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { refundsPiece } from '@/lib/refunds/server/list-refunds'
import { asked, noFilter, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { groupOf } from '../waiting'
import { waitingRows } from '../waiting-rows'
import { waitingFor } from './handlers'
import { morningNumbers } from './numbers'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'

const action = (account_id: string) => ({
  ...{ action_id: randomUUID(), digest: 'd', state: 'unconfirmed' as const, settled_as: null, operation: 'disableToken' },
  ...{ buyer_id: buyerId, target: 'token:1', account_id, person: account_id, ticket: null, process: 'p', effect: 'null' },
  ...{ request: '{"params":{},"body":{}}', sealed: '', undoes: null, created_at: '2026-11-20T10:00:00.000Z' },
  ...{ answered_at: null, answer: null, merchant: 'northwind' },
})

const order = (orderId: string, type: string, day: string, ...statuses: string[]) => ({
  ...{ orderId, createdAt: `${day} 06:00:00`, type, currency: 'EUR', products: [{ name: 'Plus 1 month' }] },
  charges: statuses.map((status, at) => ({
    ...{ chargeId: `${orderId}-${at}`, createdAt: `${day} 06:0${at}:00`, status, amount: '19.00', provider: 'acqlocal' },
  })),
})

describe.each(engines)('the numbers of the day, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const people = new Map<Role, Person>()
  const as = (role: Role) => people.get(role) ?? somebody('nobody', role)
  const merchant = () => {
    const [first] = env().merchants
    if (!first) throw new Error('There is an account in every test')
    return first
  }
  const numbersOf = async (role: Role, patience?: number) => (await morningNumbers(as(role), merchant(), patience)).data.numbers

  beforeAll(async () => {
    for (const role of roles) {
      const given = { email: `${role}@desk.test`, name: `The ${role}`, role, password: 'a long enough password' }
      people.set(role, { ...somebody((await createPerson(own.store, given)) ?? '', role), name: given.name })
    }
    const [agent, manager] = [as('agent'), as('manager')]
    await own.store
      .insertInto('actions')
      .values([action(agent.accountId), action(agent.accountId), action('somebody away')])
      .execute()
    await askRefund(agent, asked())
    const guide = await startGuide(agent, { id: randomUUID(), playbook: 'cancel', merchant: 'northwind', buyerId, ticket: null })
    const step = { version: 1, question: 'q', answer: 'a', words: 'w', stepId: randomUUID(), guideId: guide.id }
    await addGuideStep(agent, { ...step, kind: 'answered' })
    await writeNote(manager, { merchant: 'northwind', buyerId, ticket: null, text: 'See this, @The agent' })
    const due = contextOf(agent, merchant()).today
    await writeNote(agent, { merchant: 'northwind', buyerId, ticket: null, text: 'Call back', due })
    const { today } = contextOf(agent, merchant())
    const history = [
      order('failed', 'autocharge', today, 'declined'),
      order('twice', 'one_click', today, 'settled', 'settled'),
      order('old', 'autocharge', '2020-01-01', 'declined'),
    ]
    const answer = asRead(getChargeHistory, { data: history, meta: { total: history.length } })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', note ? [note] : [], today))
    await recordOpened(agent, 'northwind', buyerId, null)
    const at = new Date().toISOString()
    const event = { id: randomUUID(), merchant: 'northwind', address_id: 'a', received_at: at, last_received_at: at, copies: 1 }
    const said = { key: 'k', digest: 'd', state: 'taken' as const, action: 'subscription_event_chargeback', sealed: '' }
    await own.store
      .insertInto('events')
      .values([
        { ...event, ...said, buyer_id: asked().buyerId },
        { ...event, ...said, id: randomUUID(), key: 'other', buyer_id: buyerId },
      ])
      .execute()
    await own.store.transaction().execute((tx) => sayAlive(tx, '1.0.0'))
    await recordFailure({ id: 'j-1', name: 'purge', given: {}, attempt: 1, takenAt: '' }, 'Error')
    await raiseAlerts()
  })

  /** How many rows an address lists for somebody. */
  async function rowsAt(href: string, person: Person): Promise<number> {
    const { pathname, searchParams } = new URL(href, 'http://page')
    const given = Object.fromEntries(searchParams)
    const [, place, name = ''] = pathname.split('/')
    if (place === 'journal') return (await listActions(person, given, 500)).length
    if (place === 'approvals') return (await listApprovals(person)).filter(({ state }) => state === 'waiting').length
    if (place === 'refunds') {
      const filter = { ...noFilter, ...(given.state ? { ...given } : { state: 'waiting' as const }) }
      return (await refundsPiece(person, filter as typeof noFilter)).refunds.length
    }
    if (place === 'lists' && isListName(name)) {
      const piece = { limit: 50, after: null }
      return (await readList(name, contextOf(person, merchant()), listFilterIn(given), piece)).data.length
    }
    if (place === 'settings' && name === 'alerts') return (await openAlerts(own.store, person, 'northwind')).length
    if (href === '/settings/status#copies') return (await copiesNow(own.store, Date.now())).filter(({ alive }) => alive).length
    return waitingRows(await waitingFor(person), person.role).filter((row) => groupOf(row) === given.waiting).length
  }

  it.each(roles)('open for %s exactly the rows that they count', async (role) => {
    const numbers = await numbersOf(role)
    const counts = numbers.map(({ key, count }) => [key, count])
    expect(counts).toEqual(await Promise.all(numbers.map(async ({ key, href }) => [key, await rowsAt(href, as(role))])))
    expect(numbers.length).toBeLessThanOrEqual(6)
    expect(numbers.every(({ coverage }) => coverage.words !== '')).toBe(true)
  })

  it.each([
    ['agent', 'mentions'],
    ['agent', 'guides'],
    ['manager', 'alerts'],
    ['manager', 'incidents'],
    ['manager', 'approvals'],
  ] as const)('of %s: %s names in its address the rows that it counted', async (role, wanted) => {
    const { href = '', count } = (await numbersOf(role)).find(({ key }) => key === wanted) ?? {}
    const counted = await countedOf(Object.fromEntries(new URL(href, 'http://page').searchParams))
    expect(counted?.ids).toHaveLength(count ?? -1)
  })

  it('count what is there', async () => {
    const countOf = async (role: Role) => Object.fromEntries((await numbersOf(role)).map(({ key, count }) => [key, count]))
    expect(await countOf('agent')).toMatchObject({ 'my-unconfirmed': 2, guides: 1, mentions: 1, 'renewals-mine': 1, promised: 1 })
    expect(await countOf('finance')).toMatchObject({ 'refunds-to-decide': 1, 'double-payments': 1, 'money-back': 1, vouchers: 0 })
    expect(await countOf('admin')).toMatchObject({ jobs: 1, copies: 1, events: 0, keys: 0, journal: 0 })
    expect(await countOf('manager')).toMatchObject({ alerts: 1, unconfirmed: 3, unowned: 3, incidents: 0, approvals: 0 })
  })

  it('count every open alert, also where more are open than one page shows', async () => {
    const before = (await numbersOf('manager')).find(({ key }) => key === 'alerts')
    const alert = await own.store.selectFrom('alerts').selectAll().executeTakeFirstOrThrow()
    const older = Array.from({ length: 250 }, (_, n) => ({ ...alert, id: randomUUID(), about: `${n}`, raised_at: '2026-01-05' }))
    await own.store.insertInto('alerts').values(older).execute()
    const after = (await numbersOf('manager')).find(({ key }) => key === 'alerts')
    await own.store.deleteFrom('alerts').where('raised_at', '=', '2026-01-05').execute()
    expect(after).toMatchObject({ count: 250 + (before?.count ?? 0), oldest: '2026-01-05', href: '/settings/alerts' })
  })

  it('say that there are more where not all are counted', async () => {
    const mentions = async () => (await numbersOf('agent')).find(({ key }) => key === 'mentions')
    const note = { merchant: 'northwind', buyerId, ticket: null, text: 'See this, too, @The agent' }
    for (let more = 0; more < 49; more += 1) await writeNote(as('manager'), note)
    expect(await mentions()).toMatchObject({ count: 50, isMore: false })
    await writeNote(as('manager'), note)
    expect(await mentions()).toMatchObject({ count: 50, isMore: true })
    await own.store.updateTable('note_mentions').set({ seen_at: new Date().toISOString() }).execute()
  })

  it('are a dash with the reason where one can’t be counted, and the others stay', async () => {
    const before = await numbersOf('finance')
    await sql`alter table events rename to events_away`.execute(own.store)
    const after = await numbersOf('finance')
    await sql`alter table events_away rename to events`.execute(own.store)
    const [isOther, isAway] = [
      ({ key }: { key: string }) => key !== 'money-back',
      ({ key }: { key: string }) => key === 'money-back',
    ]
    expect(after.filter(isOther).map(({ count }) => count)).toEqual(before.filter(isOther).map(({ count }) => count))
    expect(after.find(isAway)).toMatchObject({ count: null, why: 'This couldn’t be counted. Reload the page in a moment.' })
  })

  it.runIf(engine === 'PostgreSQL')('are a dash where one waits for over a second, and the others stay', async () => {
    const before = await numbersOf('finance')
    const begun = performance.now()
    const numbers = await own.store.transaction().execute(async (tx) => {
      await sql`lock table events in access exclusive mode`.execute(tx)
      return numbersOf('finance')
    })
    expect(performance.now() - begun).toBeLessThan(2_000)
    const slow = 'Counting took too long. Open it to see the rows.'
    expect(numbers.map(({ key, count, why }) => [key, count, why])).toEqual(
      before.map(({ key, count, why }) => (key === 'money-back' ? [key, null, slow] : [key, count, why])),
    )
  })

  // The embedded database answers within its call, so nothing there is ever waited for.
  it.runIf(engine === 'PostgreSQL')('are a dash with the reason where counting takes too long', async () => {
    const [number] = await numbersOf('manager', 0)
    expect([number?.count, number?.why]).toEqual([null, 'Counting took too long. Open it to see the rows.'])
  })

  it('are a dash with the reason where nothing was read', async () => {
    await own.store.deleteFrom('directory_charges').execute()
    forgetSingletons('list-coverage')
    const doubles = (await numbersOf('finance')).find(({ key }) => key === 'double-payments')
    expect([doubles?.count, doubles?.why]).toEqual([null, expect.stringContaining('no charges have been read yet')])
  })
})
