import { beforeEach, describe, expect, test } from 'vitest'
import { employ, personCalled } from '@/lib/commands/server/commands-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { incidentFor } from './answer'
import { editIncident } from './drafts'
import * as steps from './steps'
import { codeOf, leo, mia, ownDesk, TestIncident, World } from './world-for-tests'

describe.each(engines)('the rows that are opened before an approval on %s', (engine) => {
  const { own, service } = ownDesk(engine)
  const agent = personCalled('Ana')
  beforeEach(() => employ(own.store, agent))

  test('is approved by nobody before they have opened the rows drawn for them, whatever others have opened', async () => {
    const world = new World(40)
    service.answering = world.answering
    await world.note(own.store)
    const third = personCalled('Nia', 'manager')
    await employ(own.store, third)
    const ids = world.all.map(({ id }) => id)
    const incident = await (await TestIncident.draft(own.store, { verb: 'autochargeOff' }, ids)).previewed()
    await steps.askForApproval(await incident.by(mia))
    const drawn = async (person: typeof leo) => (await incidentFor(person, incident.id)).toOpen
    const approve = async (person: typeof leo) => {
      const { plan_hash } = await incident.row()
      return codeOf(steps.decideIncident(await incident.by(person), { decision: 'approve', planHash: plan_hash ?? '' }))
    }
    const rows = (await drawn(leo))?.rows.map(({ n }) => n) ?? []
    expect(rows).toHaveLength(3)
    expect((await drawn(third))?.rows.map(({ n }) => n)).not.toEqual(rows)
    expect(await drawn(mia)).toBeNull()
    expect(await drawn(agent)).toBeNull()
    await incident.opened(third)
    expect(await approve(leo)).toBe('409 look_first')
    const { version } = await incident.row()
    const other = ids.map((_, at) => at + 1).find((n) => !rows.includes(n)) ?? 0
    expect(await codeOf(steps.openRows(await incident.by(leo), [other]))).toBe('422 null')
    expect(await codeOf(steps.openRows(await incident.by(mia), rows))).toBe('409 state')
    expect(await codeOf(steps.openRows(await incident.by(agent), rows))).toBe('403 not_allowed_any_more')
    await steps.openRows(await incident.by(leo), rows.slice(0, 2))
    expect((await drawn(leo))?.opened).toEqual(rows.slice(0, 2))
    expect(await approve(leo)).toBe('409 look_first')
    await steps.openRows(await incident.by(leo), rows.slice(2))
    expect((await incident.row()).version).toBe(version)
    // What was opened before it was asked for anew counts no more.
    await editIncident(await incident.by(mia), { rate: 7 })
    await incident.previewed()
    await steps.askForApproval(await incident.by(mia))
    expect((await drawn(leo))?.opened).toEqual([])
    expect(await approve(leo)).toBe('409 look_first')
    await incident.opened(leo)
    expect(await approve(leo)).toBe('done')
    const entries = await own.store.selectFrom('journal').select('detail').where('action_id', '=', incident.id).execute()
    const said = entries.map(({ detail }) => JSON.parse(detail)).find(({ did }) => did === 'approved')
    expect(said.opened).toHaveLength(3)
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  })
})
