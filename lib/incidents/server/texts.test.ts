import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { getResults } from './results'
import { runsAt } from './runs-for-tests'
import { mia, ownDesk, type Subscription, World } from './world-for-tests'

describe.each(engines)('what customers are told of a run on %s', (engine) => {
  const desk = ownDesk(engine, ['directory_keys', 'facts', 'targets', 'incident_paces'])
  const { own } = desk
  const { drafted, ran, seen, toldRows } = runsAt(desk)

  const fact = ({ buyerId }: Subscription, entity: string, field: string, value: unknown) => ({
    ...{ merchant: 'northwind', buyer_id: buyerId, entity, field, value: JSON.stringify(value) },
    ...{ source: 'read' as const, operation: null, person: null, observed_at: new Date(Date.now() + 1_000).toISOString() },
  })
  const add = (...facts: ReturnType<typeof fact>[]) => own.store.insertInto('facts').values(facts).execute()

  test('has a file that names every row in the words of the page, and counts them in its last line', async () => {
    const world = new World(6)
    const incident = await (await (await drafted(world)).previewed()).approved()
    expect(await ran(incident)).toBe('done')
    const left = { state: 'left-out' as const, why: 'renews-soon', action_id: null }
    await own.store.updateTable('incident_rows').set(left).where('incident', '=', incident.id).where('n', '=', 6).execute()
    const asked = new Request(`http://127.0.0.1/api/desk/incidents/${incident.id}/results.csv`)
    const lines = (await (await getResults(asked, mia, { incidentId: incident.id })).text()).trim().split('\r\n')
    const [first] = world.all
    expect(lines).toHaveLength(8)
    expect(lines[1]).toContain(`1,${first?.id},,${first?.buyerId},,done`)
    expect(lines[6]).toContain(',left out,Renews within the run.,')
    expect(lines.at(-1)).toMatch(/^"6 rows: 5 done, 1 left out"/)
  }, 60_000)

  test('takes its text back where the end date, the renewal or the status it tells is another by now', async () => {
    const world = new World(4)
    const incident = await (await (await drafted(world)).previewed()).approved()
    expect(await ran(incident)).toBe('done')
    const [first, second, third] = world.all
    if (!first || !second || !third) throw new Error('There are four')
    expect(await toldRows(incident)).toBe(4)
    await seen(first, 'endDate', '2099-09-30T12:00:00+00:00')
    expect(await toldRows(incident)).toBe(3)
    await seen(second, 'status', 'suspended')
    expect(await toldRows(incident)).toBe(2)
    await seen(third, 'status', 'cancelled') // as the service calls what isn't renewed any more
    expect(await toldRows(incident)).toBe(2)

    const dated = new World(2)
    const other = await (await (await drafted(dated, { verb: 'changeEndDate', day: '2099-09-01' })).previewed()).approved()
    await other.piloted()
    expect(await toldRows(other)).toBe(2)
    for (const each of dated.all) await seen(each, 'autoChargeStatus', false)
    expect(await toldRows(other)).toBe(0)
  }, 60_000)

  test('takes its text back where it tells of a charge and no token is on any more', async () => {
    const world = new World(3, { autocharge: false })
    const incident = await (await (await drafted(world, { verb: 'autochargeOn' })).previewed()).approved()
    await incident.piloted()
    expect(await toldRows(incident)).toBe(3)
    const [first, second] = world.all
    if (!first || !second) throw new Error('There are three')
    await add(
      ...[1, 2].map((id) => fact(first, `token:${id}`, 'isEnabled', false)),
      ...[3, 4].map((id) => fact(second, `token:${id}`, 'isEnabled', id === 4)),
    )
    expect(await toldRows(incident)).toBe(2)
  }, 30_000)

  test.each(['blocked', 'expired', 'frozen'])(
    'is nothing any more where a subscription is %s by now',
    async (status) => {
      const world = new World(3)
      const incident = await (await (await drafted(world)).previewed()).approved()
      await incident.piloted()
      const [first] = world.all
      if (!first) throw new Error('There are three')
      await seen(first, 'status', status)
      expect(await toldRows(incident)).toBe(2)
    },
    30_000,
  )

  test('is nothing any more where a subscription whose autocharge was turned on is cancelled by now', async () => {
    const world = new World(3, { autocharge: false })
    const incident = await (await (await drafted(world, { verb: 'autochargeOn' })).previewed()).approved()
    await incident.piloted()
    const [first] = world.all
    if (!first) throw new Error('There are three')
    expect(await toldRows(incident)).toBe(3)
    await seen(first, 'status', 'cancelled')
    expect(await toldRows(incident)).toBe(2)
  }, 30_000)

  test('is told of one that the command itself has revived', async () => {
    const world = new World(3)
    for (const each of world.all) each.status = 'expired'
    world.hear = (id) => void Object.assign(world.subscriptions.get(id) ?? {}, { status: 'active' })
    const incident = await (await (await drafted(world, { verb: 'changeEndDate', day: '2099-09-01' })).previewed()).approved()
    await incident.piloted()
    expect(await toldRows(incident)).toBe(3)
  }, 30_000)

  test('says of payment methods what is known now, or nothing', async () => {
    const world = new World(3, { autocharge: false })
    const [first, second, third] = world.all
    if (!first || !second || !third) throw new Error('There are three')
    const incident = await drafted(world, { verb: 'autochargeOn' })
    for (const each of [first, second]) await add(fact(each, `subscription:${each.id}`, 'isTokenized', true))
    await add(fact(third, `subscription:${third.id}`, 'isTokenized', false))
    await (await incident.previewed()).approved()
    await incident.piloted()
    expect(await toldRows(incident)).toBe(3)
    await seen(first, 'isTokenized', false)
    expect(await toldRows(incident)).toBe(2)
    await seen(third, 'isTokenized', true)
    expect(await toldRows(incident)).toBe(1)
  }, 30_000)

  test('is nothing to a buyer who was erased', async () => {
    const world = new World(3)
    const incident = await (await (await drafted(world)).previewed()).approved()
    await incident.piloted()
    const [first] = world.all
    if (!first) throw new Error('There are three')
    await seen(first, 'autoChargeStatus', true)
    expect(await toldRows(incident)).toBe(2)
    await eraseBuyer(mia, 'northwind', first.buyerId)
    expect(await toldRows(incident)).toBe(2)
  }, 30_000)
})
