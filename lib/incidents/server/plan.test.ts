import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { commandOf, employ, personCalled } from '@/lib/commands/server/commands-for-tests'
import { begin } from '@/lib/commands/server/intent'
import { perform } from '@/lib/commands/server/perform'
import { engines, environmentOf } from '@/lib/database/engines-for-tests'
import { noClaim } from '@/lib/journal/action-ids'
import { actionIdOf } from './action-ids'
import { incidentFor } from './answer'
import { addIncident, editIncident, giveRows } from './drafts'
import { incidentsWaitingFor } from './open-incidents'
import { partOf } from './part'
import { decision, newIncident, paused, resumed, rowsChunk } from './plan'
import { rowsNumbered } from './row-answer'
import * as steps from './steps'
import { codeOf, leo, mia, ownDesk, type Subscription, TestIncident, World } from './world-for-tests'

describe.each(engines)('the plan of an incident on %s', (engine) => {
  const { own, service, restart } = ownDesk(engine, ['directory_keys', 'facts', 'targets', 'incident_rows'])
  const agent = personCalled('Ana')
  beforeEach(async () => {
    const [northwind] = JSON.parse(environmentOf(own.place).MERCHANTS)
    const both = [northwind, { ...northwind, code: 'southbay', name: 'Southbay' }]
    await restart({ MERCHANTS: JSON.stringify(both) })
    await employ(own.store, agent)
    service.received.length = 0
  })

  async function given(count: number): Promise<World> {
    const world = new World(count)
    service.answering = world.answering
    await world.note(own.store)
    return world
  }

  test('counts every row that was given once, and reads what isn’t known', async () => {
    const world = await given(12)
    const [off, twice, moved, held, unread] = world.all
    if (!off || !twice || !moved || !held || !unread) throw new Error('There are twelve')
    for (const { id } of [off, held]) // the held one as it was before what is under way
      await own.store
        .updateTable('facts')
        .set({ value: 'false' })
        .where('entity', '=', `subscription:${id}`)
        .where('field', '=', 'autoChargeStatus')
        .execute()
    await own.store.deleteFrom('facts').where('buyer_id', '=', unread.buyerId).execute()
    await own.store.updateTable('directory_keys').set({ merchant: 'southbay' }).where('key', '=', moved.id).execute()
    await begin(commandOf('changeAutochargeStatus', { person: leo, params: { buyerId: held.buyerId, subscriptionId: held.id } }))
    const ids = [...world.all.map(({ id }) => id), twice.id, randomUUID()]
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    expect(await incident.counts()).toEqual({
      ready: 9,
      'left-out already': 1,
      'left-out twice': 1,
      'left-out other-account': 1,
      'left-out under-way': 1,
      'left-out not-found': 1,
    })
    const { preview, state } = await incident.row()
    expect(state).toBe('previewed')
    const { counts, sums } = JSON.parse(preview ?? '{}')
    expect(Object.values<number>(counts).reduce((all, each) => all + each, 0)).toBe(ids.length)
    expect(sums.money[0]).toBe('9 renewals aren’t charged any more, due on 30 Jun 2099. We don’t know the amounts.')
    expect(sums.undo).toEqual(['9 can be undone, unless somebody changes them first.'])
    expect(service.received.filter(({ method }) => method === 'GET')).toHaveLength(1)
    expect(world.arrived).toEqual([])
  })

  test('takes the line that names the buyer of a subscription nobody knows, though another without comes first', async () => {
    const world = await given(3)
    const [unknown, known, other] = world.all
    if (!unknown || !known || !other) throw new Error('There are three')
    await own.store.deleteFrom('directory_keys').where('key', '=', unknown.id).execute()
    await own.store.deleteFrom('facts').where('buyer_id', '=', unknown.buyerId).execute()
    const incident = await TestIncident.draft(own.store, { verb: 'autochargeOff' }, [])
    const row = ({ id }: Subscription, buyerId: string | null) => ({ subscriptionId: id, buyerId, note: null })
    const rows = [
      row(unknown, null),
      row(unknown, unknown.buyerId),
      row(known, null),
      row(known, other.buyerId),
      row(other, null),
    ]
    const told = { merchant: 'northwind', kind: 'subscription' as const, key: other.id, thing: '', seen_on: '2026-11-20' }
    const byEvent = { ...told, buyer_id: known.buyerId }
    await own.store.insertInto('directory_keys').values(byEvent).execute()
    await giveRows(await incident.by(mia), 0, { rows, more: false })
    await incident.previewed()
    const found = await rowsNumbered(own.store, await incident.row(), [1, 2, 3, 4, 5])
    const all = found.map(({ n, state, why }) => `${n} ${why ?? state}`)
    expect(all).toEqual(['1 twice', '2 ready', '3 two-buyers', '4 two-buyers', '5 ready'])
    const filler = Array.from({ length: 249 }, () => ({ subscriptionId: randomUUID(), buyerId: null, note: null }))
    await giveRows(await incident.by(mia), 0, { rows: [row(known, other.buyerId), ...filler], more: true })
    await giveRows(await incident.by(mia), 1, { rows: [row(known, known.buyerId)], more: false })
    expect((await (await incident.previewed()).counts())['left-out two-buyers']).toBe(2)
  })

  test('says what a row would do as the dialog of one command says it', async () => {
    const world = await given(3)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'changeEndDate', days: 7 }, ids)).previewed()
    const [row] = await rowsNumbered(own.store, await incident.row(), [1])
    expect(row?.changes[0]).toMatchObject({ label: 'End date', before: '30 Jun 2099, 12:00', after: '7 Jul 2099' })
    expect(JSON.parse((await incident.row()).preview ?? '{}').sums.dates).toContain(
      'Buyers gain 21 days of access in all, at no charge.',
    )
  })

  test('is approved by a second person, as it was seen, and by nobody once it was edited', async () => {
    const world = await given(4)
    const incident = await (
      await TestIncident.draft(
        own.store,
        { verb: 'autochargeOff' },
        world.all.map(({ id }) => id),
      )
    ).previewed()
    const { plan_hash } = await incident.row()
    const approve = { decision: 'approve' as const, planHash: plan_hash ?? '' }
    expect(await codeOf(steps.startPilot(await incident.by(mia)))).toBe('409 state')
    await steps.askForApproval(await incident.by(mia))
    expect(await codeOf(steps.decideIncident(await incident.by(mia), approve))).toBe('403 own_incident')
    expect(await codeOf(steps.decideIncident(await incident.by(agent), approve))).toBe('403 not_allowed_any_more')
    expect(await codeOf(steps.decideIncident(await incident.by(leo), { ...approve, planHash: 'f'.repeat(64) }))).toBe(
      '409 changed',
    )
    await steps.decideIncident(await (await incident.opened(leo)).by(leo), approve)
    for (const edit of [{ reason: 'Another' }, { rate: 1 }, { command: { verb: 'autochargeOn' as const } }])
      expect(await codeOf(editIncident(await incident.by(mia), edit))).toBe('409 state')
    const rows = [{ subscriptionId: randomUUID(), note: null }]
    expect(await codeOf(giveRows(await incident.by(mia), 0, { rows, more: false }))).toBe('409 state')
    await own.store
      .updateTable('incident_rows')
      .set({ target: `subscription:${randomUUID()}`, planned: 'x' })
      .where('n', '=', 1)
      .execute()
    expect(await codeOf(steps.startPilot(await incident.by(mia)))).toBe('503 row_changed')
    expect(service.received.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('an edit while it waits takes the request back, and so does a chunk of rows', async () => {
    const world = await given(4)
    const incident = await (
      await TestIncident.draft(
        own.store,
        { verb: 'autochargeOff' },
        world.all.map(({ id }) => id),
      )
    ).previewed()
    await steps.askForApproval(await incident.by(mia))
    await editIncident(await incident.by(mia), { reason: 'Charged three times' })
    expect(await incident.row()).toMatchObject({ state: 'draft', plan_hash: null, asked_at: null })
    expect(await codeOf(steps.askForApproval(await incident.by(mia)))).toBe('409 state')
  })

  test.each([
    ['words', async (incident: TestIncident) => editIncident(await incident.by(leo), { reason: 'Charged three times' })],
    [
      'rows',
      async (incident: TestIncident) =>
        giveRows(await incident.by(leo), 0, { rows: [{ subscriptionId: randomUUID() }], more: false }),
    ],
  ])('is approved by nobody who has changed its %s, whoever planned it and asked for it', async (_, change) => {
    const ids = (await given(4)).all.map(({ id }) => id)
    const incident = await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)
    await change(incident)
    await giveRows(await incident.by(mia), 0, { rows: ids.map((subscriptionId) => ({ subscriptionId })), more: false })
    await incident.previewed()
    await steps.askForApproval(await incident.by(mia))
    const { plan_hash: planHash } = await incident.row()
    const approve = { decision: 'approve' as const, planHash: planHash ?? '' }
    expect(await codeOf(steps.decideIncident(await incident.by(leo), approve))).toBe('403 own_incident')
    expect((await incidentFor(leo, incident.id)).may.decide).toContain('You changed this plan')
    expect(await incidentsWaitingFor(leo)).toEqual([])
    const third = personCalled('Nia', 'manager')
    await employ(own.store, third)
    expect(await incidentsWaitingFor(third)).toMatchObject([{ id: incident.id, waitsFor: 'decision' }])
    await incident.opened(third)
    expect(await codeOf(steps.decideIncident(await incident.by(third), approve))).toBe('done')
  })

  test.each([
    [{ verb: 'changeEndDate' as const, day: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) }, '422 too_near'],
    [{ verb: 'changeEndDate' as const, day: '2020-01-01' }, '422 too_near'],
    [{ verb: 'changeEndDate' as const, day: '2098-01-01' }, 'done'],
  ])('%j is answered with %s', async (command, code) => {
    const given = { id: randomUUID(), merchant: 'northwind', command, reason: 'Outage' }
    expect(await codeOf(addIncident(mia, given, noClaim))).toBe(code)
  })

  test('a rate above the highest is refused, not lowered in silence', async () => {
    const given = { id: randomUUID(), merchant: 'northwind', command: { verb: 'autochargeOff' as const }, reason: 'Outage' }
    expect(await codeOf(addIncident(mia, { ...given, rate: 21 }, noClaim))).toBe('422 null')
    expect(await codeOf(addIncident(mia, { ...given, rate: 20 }, noClaim))).toBe('done')
  })

  test('no text of a person keeps an e-mail address, and none takes a card number', () => {
    const row = { subscriptionId: randomUUID(), note: 'of ada@example.test' }
    const command = { verb: 'autochargeOff' }
    const kept = [
      newIncident.parse({ command, reason: 'for ada@example.test', ticket: 'ada@example.test' }),
      rowsChunk.parse({ rows: [row], more: false }),
      decision.parse({ decision: 'decline', note: 'ask ada@example.test', planHash: '0'.repeat(64) }),
      [paused, resumed].map((schema) => schema.parse({ reason: 'asked by ada@example.test' })),
    ]
    expect(JSON.stringify(kept)).not.toContain('ada@')
    expect(resumed.safeParse({ reason: '4111 1111 1111 1111' }).success).toBe(false)
    expect(resumed.safeParse({ reason: ' ' }).success).toBe(false)
    expect(resumed.parse({ reason: '\u202eSeen \u{e0041}\u2067321\u2069' })).toEqual({ reason: 'Seen 321' })
  })

  test('nothing is sent as a row of an incident that isn’t running, whoever says that it is one', async () => {
    const world = await given(4)
    const incident = await (
      await TestIncident.draft(
        own.store,
        { verb: 'autochargeOff' },
        world.all.map(({ id }) => id),
      )
    ).previewed()
    const first = world.all[0]
    if (!first) throw new Error('There are four')
    const actionId = actionIdOf(incident.id, 1, 1)
    const pose = (person = mia) =>
      perform({
        ...commandOf('changeAutochargeStatus', {
          actionId,
          person,
          params: { buyerId: first.buyerId, subscriptionId: first.id },
          body: { autochargeStatus: false, reason: 'Charged twice' },
        }),
        part: partOf(incident.id, 1, actionId),
      })
    expect(await codeOf(pose())).toBe('409 incident_state')
    await (await incident.approved()).by(mia)
    expect(await codeOf(pose())).toBe('409 incident_state')
    await (await incident.piloted()).by(mia)
    const wasTried = world.arrived.some(({ id }) => id === first.id)
    expect(await codeOf(pose())).toBe(wasTried ? 'done' : '409 incident_state') // done: the first one's answer, and nothing is sent
    expect(new Set(world.arrived.map(({ id }) => id)).size).toBe(world.arrived.length)
  })
})
