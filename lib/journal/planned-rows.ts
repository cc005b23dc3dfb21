import 'server-only'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isObject } from '@/lib/core/json'
import type { RowFault } from '@/lib/core/verdict'
import { atOneMoment, type Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { canonical, signed } from './crypto'
import { readDetail } from './row-digests'
import { isUnlinked } from './unlinked-entry'

// No entry of the journal tells of a single row of an incident before it has come to its end. What vouches for it until then is its signature
// of the preview, and for all signatures together the hash in the incident's own row, which an entry tells of.

type Row = Tables['incident_rows']

/** What of a row's preview must hold until it's sent: what it sets, from what, to what, and whether it charges. */
type Planned = {
  sent: { operation: unknown; params: unknown; body?: unknown }
  changes: readonly { field: unknown; before: unknown; after: unknown }[]
  charges: boolean
}

/** What must not have moved between the preview and the moment a row is sent. */
export const bindingOf = ({ sent, changes, charges }: Planned): unknown => [
  sent.operation,
  sent.params,
  sent.body,
  changes.map(({ field, before, after }) => [field, before, after]),
  charges,
]

type Signed = Pick<
  Row,
  'incident' | 'n' | 'target' | 'buyer_id' | 'state' | 'why' | 'words' | 'given_buyer' | 'sorted_by' | 'predicted'
>

const inEarlierVersions = ({ incident, n, target, buyer_id, state, why }: Signed, predicted: Planned | null): unknown[] => [
  ...[incident, n, target, buyer_id, state, why],
  predicted && bindingOf(predicted),
]

/** Signature of a row as it was previewed, which nobody makes who can only write to the database; the hash of all of them is in the plan. */
export function plannedDigest(row: Signed, predicted: Planned | null): string {
  const { words, given_buyer, sorted_by, predicted: shown } = row
  return signed(`row ${canonical([...inEarlierVersions(row, predicted), words, given_buyer, sorted_by, shown])}`)
}

/** Whether a row is as its signature says; rows that an earlier version previewed have one of less. */
export const isAsPlanned = (row: Signed & Pick<Row, 'planned'>, predicted: Planned | null): boolean =>
  row.planned === plannedDigest(row, predicted) || row.planned === signed(`row ${canonical(inEarlierVersions(row, predicted))}`)

const piece = 500

async function* rowsOf(store: Database, incident: string): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await store
      .selectFrom('incident_rows')
      .selectAll()
      .where('incident', '=', incident)
      .where('n', '>', after)
      .orderBy('n')
      .limit(piece)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    await setImmediate()
    after = last.n
  }
}

/** The hash over all rows as they were previewed. */
export async function hashOfRows(store: Database, incident: string, look: (row: Row) => void = () => {}): Promise<string> {
  const hash = createHash('sha256')
  for await (const row of rowsOf(store, incident)) {
    hash.update(`${row.n} ${row.planned}\n`)
    look(row)
  }
  return hash.digest('hex')
}

/** The rows of incidents that aren't as they were previewed, as far as no entry of their own tells of them; `max` of them at most. */
export async function rowsNotAsPlanned(store: Database, max: number): Promise<RowFault[]> {
  const previewed = await store.selectFrom('incidents').select('id').where('rows_hash', 'is not', null).orderBy('id').execute()
  const faults: RowFault[] = []
  for (const { id } of previewed) {
    if (faults.length >= max) break
    faults.push(...(await atOneMoment(store, (moment) => faultsOf(moment, id))))
  }
  return faults.slice(0, max)
}

async function faultsOf(moment: Database, incident: string): Promise<RowFault[]> {
  const now = await moment
    .selectFrom('incidents')
    .select(['rows_hash', 'generation'])
    .where('id', '=', incident)
    .executeTakeFirst()
  if (!now?.rows_hash) return [] // somebody is changing the draft again
  const areSigned = !(await isOfEarlierKey(moment, incident))
  const faults: RowFault[] = []
  const table = 'incident_rows'
  const hash = await hashOfRows(moment, incident, (row) => {
    if (row.batch !== null || (hasNoEnd(row) && (!areSigned || isAsPreviewed(row, now.generation > 1)))) return
    faults.push({ table, id: `${incident}/${row.n}`, field: null, why: 'it doesn’t match what was previewed' })
  })
  if (faults.length > 0 || hash === now.rows_hash) return faults
  return [{ table, id: incident, field: null, why: 'a row was added, deleted or changed since the preview' }]
}

/** Whether the key was changed after the preview: then nobody can check its signatures any more, nor send what they are for. */
async function isOfEarlierKey(moment: Database, incident: string): Promise<boolean> {
  const entries = moment.selectFrom('journal').select(['seq', 'detail']).orderBy('seq', 'desc')
  const previews = await entries.where('action_id', '=', incident).where('kind', '=', 'incident').execute()
  const keys = await entries.where(isUnlinked).where('kind', '=', 'checkpoints-accepted').execute()
  const newest = (these: typeof keys, name: string, value: string) =>
    these.find(({ detail }) => {
      const read = readDetail(detail)
      return isObject(read) && read[name] === value
    })?.seq ?? 0
  return newest(keys, 'setting', 'journal-key') > newest(previews, 'did', 'previewed')
}

/** What has come to an end, or goes once more, has an entry of its own. */
const hasNoEnd = ({ at, generation }: Row): boolean => at === null && generation === 1

/**
 * What was left out from the beginning has nothing to send. What a stop left behind was to go when it was previewed; it's written down once
 * the incident's rest is sent again.
 */
function isAsPreviewed(row: Row, wasSentAgain: boolean): boolean {
  const isLeftBehind = wasSentAgain && row.state === 'left-out' && row.why === 'stopped'
  if (row.state !== 'ready' && !isLeftBehind) return isAsPlanned(row, null)
  const planned = readDetail(row.predicted ?? '')
  return isPlanned(planned) && isAsPlanned({ ...row, ...(isLeftBehind && { state: 'ready', why: null }) }, planned)
}

const isPlanned = (value: unknown): value is Planned =>
  isObject(value) && isObject(value.sent) && Array.isArray(value.changes) && value.changes.every(isObject)
