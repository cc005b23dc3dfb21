import type { Insertable } from 'kysely'
import type { IncidentTables } from './incident-tables'

const many = Array.from({ length: 1_203 }, (_, number) => number)

/** Rows of every table of incidents. */
export const incidentRows = (time: string): { [Name in keyof IncidentTables]: Insertable<IncidentTables[Name]>[] } => ({
  incidents: [
    {
      id: 'i-1',
      version: 3,
      merchant: 'm',
      state: 'done',
      command: '{}',
      reason: 'Charged twice',
      rate: 5,
      read_each: 1,
      unknown_as: 'read',
      rows: 1,
      generation: 1,
      trips: 0,
      made_at: time,
      changed_at: time,
      planned_account: 'a-1',
      planned_by: 'Ada',
    },
  ],
  incident_rows: many.map((n) => ({
    incident: 'i-1',
    n,
    target: `subscription:${n}`,
    state: 'done',
    generation: 1,
    tries: 0,
    batch: 'b',
  })),
  incident_work: [{ incident: 'i-1', process: 'p', until: time, previewing: 0, done: 0 }],
  incident_paces: [{ merchant: 'm', at: '1795448000123.333' }],
})
