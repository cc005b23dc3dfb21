import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { indexPending } from '@/lib/knowledge/server/directory'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import type { Replayed } from '../replay'
import { describeReplay } from '../replay'
import { replay } from './handlers'
import { readEvents } from './read-events'
import { storeAll } from './store'

describe.each(engines)('stored events are read again, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const today = new Date().toISOString().slice(0, 10)
  const ask = async (body: object, headers = {}) => {
    const handler = serveDashboard('settings', replay)
    const answer = await dashboard.call(handler, 'POST', '/api/desk/events/replay', { as: 'admin', body, headers })
    return { status: answer.status, ...((await answer.json()) as Replayed & { fields: { field: string }[] }) }
  }
  const charge = (status: string, id = randomUUID()) => ({
    ...{
      type: 'charge',
      action: `charge_${status}`,
      merchant: 'northwind',
      buyer: { id: randomUUID(), email: 'nora@example.test' },
    },
    chargeData: { id, status, createdAt: '2026-11-22 03:10:00', order: { id: 'Wq7LmR2x', amount: '19.90', currency: 'EUR' } },
  })
  const tell = async (...bodies: object[]) => {
    await storeAll(bodies.map((body) => ({ merchant: 'northwind', addressId: 'a-1', text: JSON.stringify(body) })))
    await readEvents(new AbortController().signal)
    await indexPending()
  }
  const everything = async () => {
    const store = await database()
    const events = await store.selectFrom('events').select(['id', 'state', 'entity', 'key', 'why']).orderBy('id').execute()
    const charges = await store.selectFrom('directory_charges').select(['charge_id', 'status']).orderBy('charge_id').execute()
    return { events, charges }
  }
  const marked = async () =>
    (await (await database()).selectFrom('events').select('id').where('replayed_at', 'is not', null).execute()).length
  const stretch = { from: today, to: today }

  it('and where nothing is read otherwise, nothing changes', async () => {
    const one = charge('authorized')
    await tell(one, charge('captured', one.chargeData.id), charge('declined'), { ...charge('settled'), merchant: 'southbay' })
    await storeAll([{ merchant: 'northwind', addressId: 'a-1', text: '{' }])
    await readEvents(new AbortController().signal)
    const before = await everything()
    expect(await ask({ ...stretch, dryRun: true })).toMatchObject({ status: 200, read: 5, events: 0, charges: 0 })
    expect(await marked()).toBe(0)
    expect(await ask(stretch)).toMatchObject({ isDryRun: false, read: 5, events: 0, charges: 0 })
    expect(await everything()).toEqual(before)
    expect(await marked()).toBe(5)
  })

  it('and what an earlier reader got wrong is corrected, once it is no dry run', async () => {
    const store = await database()
    await indexPending() // what the replay before has told is in the directory, before it's emptied
    const right = await everything()
    const wrong = { state: 'unreadable', why: 'it names no action', entity: null, key: 'x', action: null } as const
    const [taken] = right.events.filter(({ state, entity }) => state === 'taken' && entity?.startsWith('charge'))
    await store
      .updateTable('events')
      .set(wrong)
      .where('id', '=', taken?.id ?? '')
      .execute()
    await store.deleteFrom('directory_charges').execute()
    const broken = await everything()
    const planned = await ask({ ...stretch, dryRun: true })
    expect(planned).toMatchObject({ read: 5, charges: 2 })
    expect(planned.events).toBeGreaterThan(0)
    expect(await everything()).toEqual(broken)
    expect(await ask(stretch)).toMatchObject({ events: planned.events, charges: planned.charges })
    await indexPending()
    expect(await everything()).toEqual(right)
    const entry = await store.selectFrom('journal').select('detail').where('detail', 'like', '%events-replayed%').execute()
    expect(entry.length).toBe(2)
  })

  it('within 31 days that are over', async () => {
    const refused = async (body: object) => (({ status, fields }) => [status, fields?.[0]?.field])(await ask(body))
    expect(await refused({ from: '2026-01-01', to: '2026-02-01' })).toEqual([422, 'from'])
    expect(await refused({ from: today, to: '2999-01-01' })).toEqual([422, 'to'])
    expect(await refused({ from: today, to: new Date(Date.now() + 60_000).toISOString() })).toEqual([422, 'to'])
    expect(await refused({ from: '2026-01-02', to: '2026-01-01' })).toEqual([422, 'to'])
    expect(await refused({ from: 'yesterday', to: today })).toEqual([422, 'from'])
    expect(await refused({ to: today })).toEqual([422, 'from'])
    expect((await ask({ from: '2026-01-01', to: '2026-01-31' })).status).toBe(200)
    expect((await ask({ from: '2026-01-01T00:00:00Z', to: '2026-01-01T08:00:00+02:00' })).status).toBe(200)
  })
})

it('says what came of it', () => {
  expect(describeReplay({ isDryRun: true, read: 1_204, events: 3, charges: 1 })).toBe(
    'Would change 3 of 1,204 events, and what Find says of 1 charge.',
  )
})
