import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Action } from '@/lib/commands/server/intent'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { IncidentTableRow, RowOfIncident } from './store'

type Tx = Transaction<Tables>
type Written = Pick<RowOfIncident, 'state' | 'why' | 'words' | 'generation' | 'action_id' | 'at'>
/** `at` is when a row was done, which is written up to a second later; an end of another kind is written at once. */
export type End = { n: number; values: Pick<RowOfIncident, 'state' | 'why' | 'words'>; at?: string | null }

const end = (n: number, state: RowOfIncident['state'], words: string | null = null, why: string | null = null): End => ({
  n,
  values: { state, why, words },
})

export const endedAs = end

/** How a row ended, by its action; null while that is under way. */
export function endOfAction(n: number, action: Pick<Action, 'state' | 'answer' | 'answered_at'>): End | null {
  if (action.state === 'sent') return null
  if (action.state === 'done') return { ...end(n, 'done'), at: action.answered_at }
  const { body } = fromOwnJson<{ body: { detail?: string; code?: string; kind?: string } | null }>(
    action.answer ?? '{"body":null}',
  )
  const words = [body?.detail, body?.code && `(${body.code})`].filter(Boolean).join(' ')
  return end(n, action.state, words, stopOf(body ?? {}))
}

/** Whether an answer says that the service takes nobody's commands now: then a run pauses at once. */
export function stopOf({ kind, code }: { kind?: string; code?: string | null }): 'keys-refused' | 'service-away' | null {
  if (kind === 'refused') return 'keys-refused'
  return code === 'breaker_open' || code === 'read_off' ? 'service-away' : null
}

/**
 * Writes how rows ended, and one entry of the journal that vouches for all of them: one for each would double what a run adds to it. A row
 * that ends once more stays with the entries that have vouched for it before.
 */
export async function writeEnds(incident: IncidentTableRow, ends: readonly End[]): Promise<void> {
  if (ends.length === 0) return
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const now = new Date().toISOString()
    const rows = await tx
      .selectFrom('incident_rows')
      .selectAll()
      .where('incident', '=', incident.id)
      .where(
        'n',
        'in',
        ends.map(({ n }) => n),
      )
      .execute()
    const open = rows.filter(({ state }) => state === 'ready' || state === 'unconfirmed')
    const changed = open.flatMap((row) =>
      ends
        .filter(({ n }) => n === row.n)
        .map(({ values, at }) => ({
          row,
          values: { ...values, at: at ?? now, generation: row.generation, action_id: row.action_id },
        })),
    )
    await writeVouched(tx, incident, 'ended', changed)
  })
}

type Change = { row: RowOfIncident; values: Written }

/** What the journal vouches for beside the end: what was sent for the row, and for whom. Note and value before go with an erased buyer. */
const asPlanned = ({ target, given_buyer, buyer_id, predicted, planned, sorted_by }: RowOfIncident) => ({
  target,
  given_buyer,
  buyer_id,
  predicted,
  planned,
  sorted_by,
})

/** Writes rows that the journal vouches for, with an entry for each of the entries that did so before, and one for all others. */
export async function writeVouched(tx: Tx, incident: IncidentTableRow, did: string, changed: readonly Change[]): Promise<void> {
  const fresh = randomUUID()
  for (const { row, values } of changed)
    await tx
      .updateTable('incident_rows')
      .set({ ...values, claimed_at: null, due_at: null, batch: row.batch ?? fresh })
      .where('incident', '=', incident.id)
      .where('n', '=', row.n)
      .execute()
  for (const [batch, some] of groupBy(changed, (each) => each.row.batch ?? fresh)) {
    const counts = Object.fromEntries(
      [...groupBy(some, ({ values }) => values.state)].map(([state, these]) => [state, these.length]),
    )
    await append(tx, {
      kind: 'incident',
      detail: { did, incident: incident.id, ...counts },
      rows: some.map(({ row, values }) => ({
        table: 'incident_rows',
        id: `${batch}/${row.n}`,
        values: { ...asPlanned(row), ...values, n: row.n, incident: incident.id, batch },
      })),
      actionId: batch,
      accountId: incident.run_account ?? incident.planned_account,
      person: incident.run_by ?? incident.planned_by,
      merchant: incident.merchant,
      operation: null,
      buyerId: null,
      ticket: incident.ticket,
    })
  }
}
