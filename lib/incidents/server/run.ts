import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { mayStillRun, processName } from '@/lib/platform/process-name'
import { Run } from './one-run'
import { makePreview } from './preview'
import { findIncident } from './store'

// Work is put there every quarter of a minute (start-jobs), so another copy goes on within half a minute of a kill.
const holdMs = 12_000
const renewMs = 3_000
const lookMs = 1_000

/**
 * Works on all incidents that have something to do, each by one copy at a time, until none has. Rejects with what `signal` aborts with, once
 * what is on the wire has ended.
 */
export async function runIncidents(signal: AbortSignal): Promise<void> {
  const store = await database()
  const working = new Map<string, Promise<void>>()
  for (;;) {
    const failure = signal.aborted ? null : await takeDue().catch((cause: unknown) => ({ cause }))
    if (working.size === 0) {
      signal.throwIfAborted()
      if (failure) throw failure.cause
      return
    }
    // Work that is on must end with this function, for nobody else could end it: what couldn't be taken is tried again.
    if (failure) log.warn({ err: failure.cause }, 'incidents_not_taken')
    await Promise.race([wait(lookMs), ...working.values()])
  }

  async function takeDue(): Promise<null> {
    for (const id of await dueIncidents(store)) if (!working.has(id) && (await hold(store, id))) working.set(id, begun(id))
    return null
  }

  function begun(id: string): Promise<void> {
    return workOn(store, id, signal)
      .catch((cause: unknown) => {
        if (!signal.aborted) log.error({ err: cause, jobId: id }, 'incident_not_worked_on')
      })
      .then(() => letGo(store, id))
      .finally(() => void working.delete(id))
  }
}

/** A draft that is previewed, a run, and one that was halted while rows were on the wire. */
async function dueIncidents(store: Database): Promise<string[]> {
  const previewing = await store
    .selectFrom('incident_work')
    .innerJoin('incidents', 'incidents.id', 'incident_work.incident')
    .select('incident')
    .where('previewing', '=', 1)
    .where('incidents.state', '=', 'draft')
    .execute()
  const running = await store.selectFrom('incidents').select('id').where('state', 'in', ['pilot', 'running']).execute()
  const halted = await store
    .selectFrom('incident_rows')
    .select('incident as id')
    .distinct()
    .where('claimed_at', '>', '')
    .execute()
  return [...new Set([...previewing.map(({ incident }) => incident), ...[...running, ...halted].map(({ id }) => id)])]
}

const until = () => new Date(Date.now() + holdMs).toISOString()

/** Takes an incident's work, unless a process that may still run has it. */
async function hold(store: Database, incident: string): Promise<boolean> {
  const process = processName()
  const row = await store.selectFrom('incident_work').selectAll().where('incident', '=', incident).executeTakeFirst()
  if (!row) {
    const added = await store
      .insertInto('incident_work')
      .values({ incident, process, until: until(), previewing: 0, done: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return added.numInsertedOrUpdatedRows === 1n
  }
  const isOthers =
    row.process !== process && row.process !== '' && row.until > new Date().toISOString() && mayStillRun(row.process)
  if (isOthers) return false
  const taken = await store
    .updateTable('incident_work')
    .set({ process, until: until() })
    .where('incident', '=', incident)
    .where('process', '=', row.process)
    .where('until', '=', row.until)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** False where another copy has it by now. */
async function renew(store: Database, incident: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('incident_work')
    .set({ until: until() })
    .where('incident', '=', incident)
    .where('process', '=', processName())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const letGo = async (store: Database, incident: string): Promise<void> => {
  await store
    .updateTable('incident_work')
    .set({ until: '' })
    .where('incident', '=', incident)
    .where('process', '=', processName())
    .execute()
    .catch((cause: unknown) => log.warn({ err: cause }, 'incident_not_let_go'))
}

async function workOn(store: Database, id: string, signal: AbortSignal): Promise<void> {
  const lost = new AbortController()
  const both = AbortSignal.any([signal, lost.signal])
  const renewing = setInterval(
    () =>
      void renew(store, id).then(
        (mine) => mine || lost.abort(new Error('another copy has it')),
        (cause: unknown) => log.warn({ err: cause }, 'incident_not_renewed'),
      ),
    renewMs,
  )
  try {
    const incident = await findIncident(store, id)
    if (incident?.state === 'draft') return await makePreview(id, both)
    await new Run(store, id, both).go()
  } finally {
    clearInterval(renewing)
  }
}
