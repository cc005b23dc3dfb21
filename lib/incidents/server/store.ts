import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import type { DashboardRight } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import { merchantByCode, requireMerchant } from '@/lib/people/server/merchant-rights'
import { requireStillMay } from '@/lib/people/server/person-now'
import type { Person } from '@/lib/people/server/sessions'
import type { IncidentCommand } from '../command'
import type { IncidentState } from '../incident'
import { notifyOfIncident } from './incident-notices'

export type IncidentTableRow = Tables['incidents']
export type RowOfIncident = Tables['incident_rows']
type Tx = Transaction<Tables>

export const commandIn = ({ command }: Pick<IncidentTableRow, 'command'>) => fromOwnJson<IncidentCommand>(command)

export async function findIncident(store: Database, id: string): Promise<IncidentTableRow | undefined> {
  return store.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An incident's row. Throws `notFound`, and `forbidden` where its merchant account is closed to the person. */
export async function incidentRow(person: Person, id: string): Promise<IncidentTableRow> {
  const row = await findIncident(await database(), id)
  if (!row) throw problem('notFound', 'We couldn’t find that incident.')
  requireMerchant(person, row.merchant)
  return row
}

/** Whether a row of an incident has been sent and its end isn't written yet: until then nobody knows what the whole of it has done. */
export async function isOnTheWire(store: Database, incident: string): Promise<boolean> {
  const row = await store
    .selectFrom('incident_rows')
    .select('n')
    .where('incident', '=', incident)
    .where('claimed_at', '>', '')
    .where('state', '=', 'ready')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Did = { did: string; detail?: object }

/** The journal's entry of a change: who did what to it, with the columns that were written; null where none was. */
export const recordIncident = (
  tx: Tx,
  by: Pick<Person, 'accountId' | 'name'>,
  row: IncidentTableRow,
  { did, detail }: Did,
  values: object | null,
) =>
  append(tx, {
    kind: 'incident',
    detail: { did, ...detail },
    rows: values === null ? [] : [{ table: 'incidents', id: row.id, values }],
    actionId: row.id,
    accountId: by.accountId,
    person: by.name,
    merchant: row.merchant,
    operation: null,
    buyerId: null,
    ticket: row.ticket,
  })

export const wrongState = (state: IncidentState): ServiceProblem =>
  problem('conflict', `The incident is ${state} now, so nothing was changed. Look at it again.`, { code: 'state' })

export type Step = {
  person: Person
  id: string
  right: DashboardRight
  /** The states it may be taken in. */
  from: readonly IncidentState[]
  /** What the person has seen; null where a brake needs none. */
  version: number | null
  claim: Claim
}

/** Without values it's only written down: nothing that others have on screen changes, so its version stays. */
type Change = Did & { values: Partial<IncidentTableRow> | null }

/**
 * Takes a step of an incident in one transaction: claim, turn, right, state, version, change, entry of the journal. Throws `conflict` with
 * `state` or `changed`, and what `work` throws. Whoever writes the intent of a row waits for the same turn, so none is begun after it.
 */
export async function takeStep(step: Step, work: (tx: Tx, row: IncidentTableRow) => Promise<Change>): Promise<{ id: string }> {
  const { person, id, right, from, version, claim } = step
  await (await database()).transaction().execute(async (tx) => {
    await claim.take(tx)
    await waitForTurn(tx)
    const row = await findIncident(tx, id)
    if (!row) throw problem('notFound', 'We couldn’t find that incident.')
    await requireStillMay(tx, person, { right, merchant: merchantByCode(row.merchant) })
    if (!from.includes(row.state)) throw wrongState(row.state)
    if (version !== null && version !== row.version)
      throw problem('conflict', 'Somebody has changed this incident since you opened it. Look at it again.', { code: 'changed' })
    await requireAsRecorded(tx, 'incidents', row)
    const { values, ...step } = await work(tx, row)
    if (values === null) await recordIncident(tx, person, row, step, null)
    else await writeIncident(tx, person, row, step, values)
    await claim.keep(tx, { id })
  })
  return { id }
}

type Making = Pick<Step, 'person' | 'id' | 'version' | 'claim'>

/** Makes another incident of one: an entry of this one says so, and the other's id is what a repeat is answered with. */
export async function takeMaking(
  { person, id, version, claim }: Making,
  did: string,
  work: (tx: Tx, row: IncidentTableRow) => Promise<{ id: string; detail: object }>,
): Promise<{ id: string }> {
  let made = id
  const keeping: Claim = { take: (tx) => claim.take(tx), keep: (tx) => claim.keep(tx, { id: made }) }
  const from = ['done', 'stopped', 'closed'] as const
  await takeStep({ person, id, version, claim: keeping, right: 'planIncident', from }, async (tx, row) => {
    const other = await work(tx, row)
    made = other.id
    return { did, detail: other.detail, values: {} }
  })
  return { id: made }
}

/** Writes columns of an incident with its next version, and the journal's entry of that. */
export async function writeIncident(
  tx: Tx,
  by: Pick<Person, 'accountId' | 'name'>,
  row: IncidentTableRow,
  step: Did,
  values: Partial<IncidentTableRow>,
): Promise<void> {
  const written = { ...values, version: row.version + 1, changed_at: new Date().toISOString() }
  await tx.updateTable('incidents').set(written).where('id', '=', row.id).execute()
  await recordIncident(tx, by, row, step, written)
  await notifyOfIncident(tx, row, step.did, written)
}
