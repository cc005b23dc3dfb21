import 'server-only'
import { groupBy } from '@/lib/core/group-by'
import { isObject } from '@/lib/core/json'
import { roles } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import { firstReasons as autochargeReasons } from '@/lib/operations/change-autocharge-status/rules'
import { firstReasons as endDateReasons } from '@/lib/operations/change-expiration-date/rules'
import { readDetail, type Value, type VouchedFor, vouchedFor } from './row-digests'
import { isUnlinked } from './unlinked-entry'

/** A row of a table by its name, so that its columns have no exact type. */
export type RowToCompare = { table: VouchedFor; id: string; row: Record<string, Value> }

/** Of the rows without an entry, those that entries of older versions named in another way. */
export async function recordedOtherwise(
  moment: Database,
  table: VouchedFor,
  unrecorded: readonly RowToCompare[],
): Promise<Set<string>> {
  if (table === 'refund_batches') {
    const ids = unrecorded.map(({ id }) => id)
    const steps = moment.selectFrom('refund_steps').select('note').where('kind', '=', 'batched').where('note', 'in', ids)
    return new Set((await steps.execute()).map(({ note }) => note ?? ''))
  }
  if (table === 'accounts') return new Set(unrecorded.map(({ id }) => id)) // one may be added before the journal has a key
  if (table === 'reply_texts') return recordedTexts(moment, unrecorded)
  if (table === 'approval_rules') return new Set((await rulesIn(moment, 'added')).keys())
  if (table === 'desk_settings') return recordedSettings(moment, unrecorded)
  if (table === 'event_addresses') return idsIn(settings(moment).where('operation', '=', 'eventAddress'), 'made')
  if (table === 'reason_presets') return recordedPresets(moment, unrecorded)
  if (table === 'views' || table === 'view_pins' || table === 'owners') return recordedForAll(moment, table, unrecorded)
  if (table === 'note_mentions') return olderMentions(moment, unrecorded)
  if (table === 'handovers') return idsIn(unlinked(moment).where('kind', '=', 'handover-made'), 'id')
  if (table !== 'notes' && table !== 'note_versions') return new Set()
  const noteIds = [...new Set(unrecorded.map(({ row }) => `${row[vouchedFor[table].id[0]]}`))]
  const entries = await moment
    .selectFrom('journal')
    .select('detail')
    .where(isUnlinked)
    .where('kind', '=', 'note')
    .where('action_id', 'is', null)
    .where('buyer_id', 'in', ({ selectFrom }) => selectFrom('notes').select('buyer_id').where('id', 'in', noteIds))
    .execute()
  const details = entries.map(({ detail }) => readDetail(detail)).filter(isObject)
  return new Set(details.flatMap(({ noteId, version }) => [`${noteId}`, `${noteId}/${version}`]))
}

/** Whether an entry of an older version named a row of which no entry holds digests, or none tells of such a row at all. */
export async function isRecordedOtherwise(moment: Database, row: RowToCompare, isRemoved: boolean): Promise<boolean> {
  if (isRemoved) return isOwn(row)
  return (await recordedOtherwise(moment, row.table, [row])).has(row.id)
}

/** Entries of older versions name the sentence and the language; the first of them wrote the first version. */
async function recordedTexts(moment: Database, unrecorded: readonly RowToCompare[]): Promise<Set<string>> {
  const entries = await moment
    .selectFrom('journal')
    .select(['merchant', 'detail'])
    .where(isUnlinked)
    .where('kind', '=', 'setting')
    .where('operation', '=', 'replyText')
    .where('action_id', 'is', null)
    .execute()
  const versions = groupBy(entries, ({ merchant, detail }) => {
    const read = readDetail(detail)
    return isObject(read) ? `${merchant}/${read.sentence}/${read.language}` : ''
  })
  const count = ({ row }: RowToCompare) => versions.get(`${row.merchant}/${row.key}/${row.language}`)?.length ?? 0
  return new Set(unrecorded.filter((each) => Number(each.row.version) <= count(each)).map(({ id }) => id))
}

/** The rules by which commands wait for approval that entries tell of, old and new ones alike, with the number of the entry. */
async function rulesIn(moment: Database, what: 'added' | 'removed'): Promise<Map<string, number>> {
  const entries = await settings(moment).select(['seq', 'detail']).execute()
  return new Map(
    entries.flatMap(({ seq, detail }) => {
      const read = readDetail(detail)
      const rule = isObject(read) && read.setting === 'approval-rule' ? read[what] : null
      return isObject(rule) ? [[`${rule.id}`, seq]] : []
    }),
  )
}

/** The rows that somebody removed, with the number of the entry. Only these rules are ever removed; what goes with an erased buyer is no entry of its own. */
export const removedFrom = async (moment: Database, table: VouchedFor): Promise<Map<string, number>> =>
  table === 'approval_rules' ? rulesIn(moment, 'removed') : new Map()

/** Older versions named a setting by its kind alone. What is no setting of an admin's, such as when was last tidied up, no entry tells of. */
async function recordedSettings(moment: Database, unrecorded: readonly RowToCompare[]): Promise<Set<string>> {
  const ofAccounts = await settings(moment)
    .select(['operation', 'merchant'])
    .where('operation', 'in', ['letterhead', 'events'])
    .distinct()
    .execute()
  const retention = await moment
    .selectFrom('journal')
    .select('seq')
    .where(isUnlinked)
    .where('kind', '=', 'retention-set')
    .limit(1)
    .execute()
  const onRecord = new Set([
    ...ofAccounts.map(({ operation, merchant }) => `${operation} ${merchant}`),
    ...retention.map(() => 'retention_days'),
  ])
  const isAdmins = (name: string) => name === 'retention_days' || /^(letterhead|events) /.test(name)
  return new Set(unrecorded.flatMap(({ id }) => (onRecord.has(id) || !isAdmins(id) ? [id] : [])))
}

const unlinked = (moment: Database) => moment.selectFrom('journal').where(isUnlinked)
const settings = (moment: Database) => unlinked(moment).where('kind', '=', 'setting')

/** The ids that details of entries name. */
async function idsIn(entries: ReturnType<typeof unlinked>, name: string): Promise<Set<string>> {
  const rows = await entries.select('detail').execute()
  const details = rows.map(({ detail }) => readDetail(detail)).filter(isObject)
  return new Set(details.map((detail) => `${detail[name]}`))
}

/** What is one person's alone, or passes within hours: no entry tells of it. */
export const isOwn = ({ table, row }: Pick<RowToCompare, 'table' | 'row'>): boolean =>
  (table === 'views' && row.is_shared === 0) ||
  (table === 'view_pins' && !sharedPins.includes(`${row.who}`)) ||
  (table === 'owners' && row.kind !== 'unconfirmed')

const sharedPins: readonly string[] = [...roles, 'everybody']

/** Older versions named views, whose names are on actions and for whom something is pinned, but kept no digests of the rows. */
async function recordedForAll(
  moment: Database,
  table: 'views' | 'view_pins' | 'owners',
  unrecorded: readonly RowToCompare[],
): Promise<Set<string>> {
  const kinds = table === 'owners' ? ['assigned', 'handover-taken'] : ['setting']
  const entries = await unlinked(moment).select('detail').where('kind', 'in', kinds).execute()
  const recordedIds = new Set(
    entries
      .map(({ detail }) => readDetail(detail))
      .filter(isObject)
      .filter(({ proof }) => proof === undefined || table === 'owners')
      .flatMap(({ id, pin, action, actions }) =>
        table === 'views'
          ? [`${id}`]
          : table === 'view_pins'
            ? [`${id}/${pin}`]
            : [action, ...(Array.isArray(actions) ? actions : [])],
      ),
  )
  const nameOf = ({ id, row }: RowToCompare) => (table === 'owners' ? row.thing : id)
  return new Set(unrecorded.flatMap((each) => (isOwn(each) || recordedIds.has(nameOf(each)) ? [each.id] : [])))
}

/** An upgrade kept the first ready-made reasons where some had been used. */
async function recordedPresets(moment: Database, unrecorded: readonly RowToCompare[]): Promise<Set<string>> {
  const entries = await settings(moment).select(['operation', 'detail']).where('action_id', 'is', null).execute()
  const recordedIds = new Set(
    entries.flatMap(({ operation, detail }) => {
      const read = readDetail(detail)
      return isObject(read) && read.setting === 'reason-presets' ? [operation] : []
    }),
  )
  const kept = [autochargeReasons, endDateReasons].map(({ operation, presets }) => `${operation} ${JSON.stringify(presets)}`)
  return new Set(unrecorded.flatMap(({ id, row }) => (recordedIds.has(id) || kept.includes(`${id} ${row.presets}`) ? [id] : [])))
}

/** Older versions didn't say how many people a note named. */
async function olderMentions(moment: Database, unrecorded: readonly RowToCompare[]): Promise<Set<string>> {
  const noteIds = [...new Set(unrecorded.map(({ row }) => `${row.note_id}`))]
  const entries = await moment
    .selectFrom('journal')
    .select(['action_id', 'detail'])
    .where('kind', '=', 'note')
    .where('action_id', 'in', noteIds)
    .execute()
  const counted = groupBy(entries, ({ action_id }) => action_id ?? '')
  const isOlder = ({ row }: RowToCompare) =>
    (counted.get(`${row.note_id}`) ?? []).every(({ detail }) => {
      const read = readDetail(detail)
      return isObject(read) && read.mentions === undefined
    })
  return new Set(unrecorded.flatMap((each) => (isOlder(each) ? [each.id] : [])))
}
