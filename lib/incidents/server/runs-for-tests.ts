import type { IncidentCommand } from '../command'
import { getTexts } from './texts'
import { mia, type ownDesk, type Subscription, TestIncident, type World } from './world-for-tests'

export function firstOf({ all: [first] }: World): Subscription {
  if (!first) throw new Error('There is at least one')
  return first
}

/** What tests of whole runs do at a desk of their own. */
export function runsAt({ own, service }: Pick<ReturnType<typeof ownDesk>, 'own' | 'service'>) {
  return {
    async drafted(world: World, command: IncidentCommand = { verb: 'autochargeOff' }): Promise<TestIncident> {
      service.answering = world.answering
      await world.note(own.store)
      const ids = world.all.map(({ id }) => id)
      return TestIncident.draft(own.store, command, ids)
    },

    async ran(incident: TestIncident): Promise<string> {
      await (await incident.piloted()).lookedAt()
      return incident.work()
    },

    /** A fact as a reading of a moment from now would leave it. */
    seen: (each: Subscription, field: string, value: unknown) =>
      own.store
        .updateTable('facts')
        .set({ value: JSON.stringify(value), observed_at: new Date(Date.now() + 1_000).toISOString() })
        .where('entity', '=', `subscription:${each.id}`)
        .where('field', '=', field)
        .execute(),

    /** How many customers may be told something. */
    async toldRows({ id }: TestIncident): Promise<number> {
      const request = new Request(`http://127.0.0.1/api/desk/incidents/${id}/texts`)
      const { data } = await getTexts(request, mia, { incidentId: id })
      return data.reduce((sum, { rows }) => sum + rows, 0)
    },
  }
}
