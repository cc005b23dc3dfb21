import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { requireStoredAsRecorded } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'
import { defaultReasonPresets, isReasoned, type ReasonedCommand, type ReasonPresets } from '../reason-presets'
import { recordSetting } from './record-setting'

/** What fills the Reason field at one press: those an admin has set, else the defaults. */
export async function reasonPresets(): Promise<ReasonPresets> {
  const store = await database()
  const rows = await store.selectFrom('reason_presets').selectAll().execute()
  const own = rows.flatMap(({ operation, presets }) => (isReasoned(operation) ? [[operation, fromOwnJson(presets)]] : []))
  return { ...defaultReasonPresets, ...Object.fromEntries(own) }
}

/** Gives a command its own presets, in the order they are offered in; null gives back the defaults. The change is journaled. */
export async function setReasonPresets(
  person: Person,
  operation: ReasonedCommand,
  presets: readonly string[] | null,
  claim?: Claim,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await requireStoredAsRecorded(tx, 'reason_presets', operation)
    const values = { operation, presets: JSON.stringify(presets) }
    const row = { table: 'reason_presets' as const, id: operation }
    const rows = [presets === null ? { ...row, removed: true as const } : { ...row, values }]
    await recordSetting(tx, person, operation, { detail: { setting: 'reason-presets', presets }, actionId: operation, rows })
    await tx.deleteFrom('reason_presets').where('operation', '=', operation).execute()
    if (presets !== null) await tx.insertInto('reason_presets').values(values).execute()
  })
}
