import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { dayIn, daysBetween, momentOf } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { waitForTurn } from '@/lib/journal/chain'
import { canonical } from '@/lib/journal/crypto'
import { hashOfRows } from '@/lib/journal/planned-rows'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { type PlanReason, type PreviewCount, pilotRows, previewCounts, type RowState, reasons } from '../incident'
import { describeSums, emptySums, type Sums } from '../sums'
import type { StoredPreview } from './answer'
import { daySent } from './commands'
import type { Predicted } from './predict-row'
import { commandIn, findIncident, type IncidentTableRow, writeIncident } from './store'

/** Hashes and sums up all rows, and makes the draft previewed, if nobody has edited it meanwhile. */
export async function finishPreview(incident: IncidentTableRow): Promise<void> {
  const store = await database()
  const rowsHash = await hashOfRows(store, incident.id)
  const preview = await summedUp(store, incident)
  await store.transaction().execute(async (tx) => {
    await waitForTurn(tx)
    const now = await findIncident(tx, incident.id)
    if (!now || now.version !== incident.version || now.state !== 'draft') return
    await tx.updateTable('incident_work').set({ previewing: 0 }).where('incident', '=', incident.id).execute()
    const plan_hash = planHash(now, rowsHash)
    const values = { state: 'previewed' as const, rows_hash: rowsHash, plan_hash, preview: JSON.stringify(preview) }
    const by = { accountId: now.planned_account, name: now.planned_by }
    await writeIncident(tx, by, now, { did: 'previewed', detail: { counts: preview.counts, plan: plan_hash } }, values)
  })
}

/** What an approval binds: rows, command, reason, ticket, account, and the highest rate. */
export const planHash = (
  { command, reason, ticket, merchant, rate, rate_approved, read_each, inverse_of }: IncidentTableRow,
  rowsHash: string,
): string =>
  createHash('sha256')
    .update(canonical([rowsHash, command, reason, ticket, merchant, rate_approved ?? rate, read_each, inverse_of]))
    .digest('hex')

const piece = 500

type Gathered = {
  counts: Record<PreviewCount, number>
  reasons: Partial<Record<PlanReason, number>>
  oldestAlready: string | null
  sums: Sums
  languages: Map<string | null, number>
}

async function summedUp(store: Database, incident: IncidentTableRow): Promise<StoredPreview> {
  const { timeZone } = merchantByCode(incident.merchant)
  const all: Gathered = {
    counts: Object.fromEntries(previewCounts.map((name) => [name, 0])) as Record<PreviewCount, number>,
    reasons: {},
    oldestAlready: null,
    sums: emptySums(),
    languages: new Map(),
  }
  for (let after = 0; ; ) {
    const rows = await store
      .selectFrom('incident_rows')
      .select(['n', 'state', 'why', 'predicted', 'sorted_by'])
      .where('incident', '=', incident.id)
      .where('n', '>', after)
      .orderBy('n')
      .limit(piece)
      .execute()
    for (const row of rows) gather(all, row, timeZone)
    const last = rows.at(-1)
    if (!last) break
    await setImmediate()
    after = last.n
  }
  return {
    asOf: new Date().toISOString(),
    counts: all.counts,
    reasons: all.reasons,
    oldestAlready: all.oldestAlready,
    examples: await examplesOf(store, incident.id),
    sums: describeSums(commandIn(incident), all.sums),
    languages: [...all.languages].map(([language, rows]) => ({ language, rows })).toSorted((a, b) => b.rows - a.rows),
    takesMs: Math.ceil((all.sums.rows * 1_000) / incident.rate),
  }
}

type Row = { state: RowState; why: string | null; predicted: string | null; sorted_by: string | null }

function gather(all: Gathered, { state, why, predicted: text, sorted_by }: Row, zone: string): void {
  const count = countOf(state, why)
  all.counts[count] += 1
  if (why !== null) all.reasons[why as PlanReason] = (all.reasons[why as PlanReason] ?? 0) + 1
  if (text === null) return
  const predicted = fromOwnJson<Predicted>(text)
  if (count === 'already')
    for (const { asOf } of predicted.changes) if (asOf !== null && asOf < (all.oldestAlready ?? '~')) all.oldestAlready = asOf
  if (count !== 'will-change') return
  all.languages.set(predicted.language, (all.languages.get(predicted.language) ?? 0) + 1)
  addTo(all.sums, predicted, sorted_by === null ? null : dayIn(Number(sorted_by), zone))
}

function addTo(sums: Sums, predicted: Predicted, end: string | null): void {
  sums.rows += 1
  if (predicted.charges) sums.charges += 1
  if (predicted.renews) sums.renewing += 1
  if (end === null) sums.ends.unknown += 1
  else widen(sums.ends, end)
  const day = daySent(predicted.sent)
  if (day !== null) widen(sums.after, day)
  if (day !== null && momentOf(`${day}T00:00:00Z`) !== null && end !== null) {
    const days = daysBetween(end, day)
    if (days > 0) sums.gained += days
    else sums.lost -= days
  }
  if (predicted.noUndo !== null) sums.noUndo.set(predicted.noUndo, (sums.noUndo.get(predicted.noUndo) ?? 0) + 1)
  if (predicted.partly !== null) sums.partly.set('partly', (sums.partly.get('partly') ?? 0) + 1)
}

function widen(range: { first: string | null; last: string | null }, day: string): void {
  if (range.first === null || day < range.first) range.first = day
  if (range.last === null || day > range.last) range.last = day
}

/** Of the rows that go: whose term ends first, whose ends last, and one that is drawn by the digest of its plan. */
export async function examplesOf(store: Database, id: string): Promise<number[]> {
  const ready = store
    .selectFrom('incident_rows')
    .select('n')
    .where('incident', '=', id)
    .where('state', '=', 'ready')
    .limit(pilotRows)
  const ends = [
    await ready.orderBy('sorted_by', 'desc').orderBy('n').execute(),
    await ready.orderBy('sorted_by', 'asc').orderBy('n', 'desc').execute(),
    await ready.orderBy('planned').execute(),
  ]
  const chosen: number[] = []
  for (const rows of ends) {
    const next = rows.find(({ n }) => !chosen.includes(n))
    if (next) chosen.push(next.n)
  }
  return chosen
}

/** Where a row of a preview is counted. */
const countOf = (state: RowState, why: string | null): PreviewCount =>
  state === 'left-out' && why !== null && Object.hasOwn(reasons, why) ? reasons[why as PlanReason] : 'will-change'
