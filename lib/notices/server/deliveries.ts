import 'server-only'
import type { Transaction } from 'kysely'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append, waitForTurn } from '@/lib/journal/chain'
import { isChangedByHand, requireStoredAsRecorded } from '@/lib/journal/row-digests'
import { log } from '@/lib/platform/log'
import { countDelivery } from '@/lib/platform/metrics'
import { mayStillRun, processName } from '@/lib/platform/process-name'
import { failsForMs, isRefusal, pauseAfter, triesOfRefused } from '../hook'
import { notify } from './notify'

export type HookRow = Tables['hooks']
export type DeliveryRow = Tables['hook_deliveries']
type Progress = Tables['hook_progress']

/** Longer than a delivery may take, so that the copy that sends has not given it up before it ends. */
const holdMs = 20_000

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Only this copy sends to the hook from now on. False where another one does. */
export async function hold(store: Database, { hook_id, process, held_until }: Progress): Promise<boolean> {
  const me = processName()
  if (process !== me && held_until > after(0) && mayStillRun(process)) return false
  const { numUpdatedRows } = await store
    .updateTable('hook_progress')
    .set({ process: me, held_until: after(holdMs) })
    .where('hook_id', '=', hook_id)
    .where('process', '=', process)
    .where('held_until', '=', held_until)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Another copy may send at once. */
export const letGo = async (store: Database, hookId: string): Promise<void> => {
  await store
    .updateTable('hook_progress')
    .set({ held_until: '' })
    .where('hook_id', '=', hookId)
    .where('process', '=', processName())
    .where('held_until', '<>', '')
    .execute()
}

export const progressOf = (store: Database, hookId: string): Promise<Progress | undefined> =>
  store.selectFrom('hook_progress').selectAll().where('hook_id', '=', hookId).executeTakeFirst()

/** The delivery that's next. */
export const nextFor = (store: Database, hookId: string): Promise<DeliveryRow | undefined> =>
  store
    .selectFrom('hook_deliveries')
    .selectAll()
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()

/** Writes down what became of a try. False where this copy no longer holds the hook: another has sent the same, or will. */
export async function recordTry(hook: HookRow, delivery: DeliveryRow, status: string): Promise<boolean> {
  const isTaken = /^2\d\d$/.test(status)
  const store = await database()
  return store.transaction().execute(async (tx) => {
    // Whoever turns the hook off writes in the journal, which is always waited for first.
    if (!isTaken) await waitForTurn(tx)
    const before = await progressOf(tx, hook.id)
    if (before?.process !== processName()) return false
    const failures = before.failures + 1
    const failedSince = before.failed_since ?? after(0)
    const refused = delivery.refused + (isRefusal(status) ? 1 : 0)
    const isGivenUp = isRefusal(status) && refused >= triesOfRefused
    const isOver = !isTaken && Date.now() - Date.parse(failedSince) >= failsForMs
    const isEnded = isTaken || isGivenUp
    await tx
      .updateTable('hook_progress')
      .set({
        failures: isEnded ? 0 : failures,
        failed_since: isTaken ? null : failedSince,
        due_at: isEnded ? '' : after(pauseAfter(failures)),
        held_until: after(holdMs),
        last_at: after(0),
        last_status: status,
      })
      .where('hook_id', '=', hook.id)
      .execute()
    await tx
      .updateTable('hook_deliveries')
      .set({
        tries: delivery.tries + 1,
        refused,
        status,
        ...(isEnded ? { state: isTaken ? ('delivered' as const) : ('given-up' as const), ended_at: after(0) } : {}),
      })
      .where('id', '=', delivery.id)
      .execute()
    countDelivery(isTaken ? 'delivered' : isGivenUp ? 'given-up' : 'failed')
    if (!isTaken) log.warn({ reason: status, attempt: failures }, 'hook_not_delivered')
    if (isOver) await turnOffFailing(tx, hook)
    return true
  })
}

/** After a day of failures: nothing more is sent, what waits is given up in the open, and admins hear of it. */
async function turnOffFailing(tx: Transaction<Tables>, { id, name }: HookRow): Promise<void> {
  const isChanged = await requireStoredAsRecorded(tx, 'hooks', id).then(() => false, isChangedByHand)
  if (isChanged) return // it stays on and as it is, for `verify` to name
  const values = { is_on: 0, off_why: 'It failed for 24 hours' }
  const { numUpdatedRows } = await tx
    .updateTable('hooks')
    .set(values)
    .where('id', '=', id)
    .where('is_on', '=', 1)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return
  await append(tx, {
    kind: 'setting',
    detail: { setting: 'hook', id, name, off: values.off_why },
    rows: [{ table: 'hooks', id, values }],
    actionId: id,
    accountId: '',
    person: 'Counterfoil',
    merchant: '',
    operation: 'hook',
    buyerId: null,
    ticket: null,
  })
  await giveUpWaiting(tx, id)
  const of = `hook ${id} ${after(0)}`
  const words = `The hook “${name}” failed for 24 hours, so it’s off now. What it missed can be sent again.`
  await notify(tx, { kind: 'alert', of, merchant: '', words, href: '/settings/notifications' }, { right: 'settings' })
  log.error({ reason: 'it failed for 24 hours' }, 'hook_turned_off')
}

/** What waits isn't sent any more unless somebody sends it again. */
export async function giveUpWaiting(tx: Transaction<Tables>, hookId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('hook_deliveries')
    .set({ state: 'given-up', ended_at: after(0) })
    .where('hook_id', '=', hookId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  countDelivery('given-up', Number(numUpdatedRows))
}

const keptDays = { notices: 30, deliveries: 400 }

/** Forgets notices after 30 days, and deliveries that have ended after 400. */
export async function forgetOldNotices(now = Date.now()): Promise<void> {
  const before = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const store = await database()
  await store.deleteFrom('notices').where('at', '<', before(keptDays.notices)).execute()
  await store
    .deleteFrom('hook_deliveries')
    .where('at', '<', before(keptDays.deliveries))
    .where('state', '<>', 'waiting')
    .execute()
}
