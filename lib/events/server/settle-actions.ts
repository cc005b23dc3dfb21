import 'server-only'
import type { askUnmasked } from '@/lib/calls/call'
import { checkRow } from '@/lib/commands/server/check'
import type { Action } from '@/lib/commands/server/intent'
import { sentOf } from '@/lib/commands/server/perform-undo'
import { settleByEvent } from '@/lib/commands/server/settling'
import { standingAmong } from '@/lib/commands/server/target'
import { fromOwnJson, isObject } from '@/lib/core/json'
import { ServiceProblem } from '@/lib/core/problem'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { Effect } from '@/lib/operations/effects/effect'
import { ruledCommand } from '@/lib/operations/rules'
import type { Person } from '@/lib/people/server/sessions'
import { log } from '@/lib/platform/log'
import type { Merchant } from '@/lib/platform/merchants'
import { serviceClock } from '@/lib/service/account-state'
import { type Act, mayProve } from '../proof'
import type { Reading } from '../reading'
import { eventSettings } from './settings'

export type StoredEvent = Omit<Tables['events'], 'sealed'> & { reading: Reading }

/** Who reads because of an event. Nobody signs in as this, and it has no account. */
export const reader: Person = { accountId: '', sessionId: '', email: '', name: 'Events', role: 'agent' }

type PendingActions = { merchant: Merchant; buyerId: string; events: readonly StoredEvent[]; ask: typeof askUnmasked }

/**
 * Settles the unconfirmed actions on a buyer that an event tells of and a read then shows. Says whether any is left: one that is still on its
 * way may soon be unconfirmed, and one that an event tells of may show later.
 */
export async function settleActions(store: Database, pending: PendingActions): Promise<'none' | 'sent' | 'open'> {
  const { merchant, events } = pending
  if ((await eventSettings(merchant.code)).settles === 'never') return 'none'
  const rows = await openActions(store, pending)
  if (rows.length === 0) return 'none'
  const standing = await standingAmong(store, rows)
  const proven = rows.flatMap((row) => {
    const event = standing(row) === 'overtaken' ? undefined : events.find((each) => proves(merchant, row, each))
    return event ? [{ row, event }] : []
  })
  let isOpen = false
  for (const { row, event } of proven) {
    if (row.state !== 'unconfirmed') continue
    if (!(await settled(pending, row, event))) isOpen = true
  }
  if (proven.some(({ row }) => row.state === 'sent')) return 'sent'
  return isOpen ? 'open' : 'none'
}

function openActions(store: Database, { merchant, buyerId, events }: PendingActions): Promise<Action[]> {
  const orders = events.flatMap(({ reading: { thing } }) =>
    thing?.kind === 'charge' ? (actionOfOrder(thing.of.metaData) ?? []) : [],
  )
  return store
    .selectFrom('actions')
    .selectAll()
    .where('merchant', '=', merchant.code)
    .where((is) =>
      is.or([is('buyer_id', '=', buyerId), ...(orders.length > 0 ? [is('action_id', 'in', [...new Set(orders)])] : [])]),
    )
    .where('state', 'in', ['sent', 'unconfirmed'])
    .where('settled_as', 'is', null)
    .execute()
}

function proves(merchant: Merchant, row: Action, { reading, received_at, state, proved, replayed_at }: StoredEvent): boolean {
  const command = ruledCommand(row.operation)
  if (!command || row.sealed === '' || state !== 'taken' || proved !== null || replayed_at !== null) return false
  if (!changesWhatWasKnown(row)) return false
  const { body } = sentOf(row)
  const act: Act = {
    command,
    actionId: row.action_id,
    buyerId: row.buyer_id,
    target: row.target,
    body: isObject(body) ? body : {},
    sentAt: Date.parse(row.created_at),
  }
  return mayProve(act, { reading, receivedAt: Date.parse(received_at) }, serviceClock(merchant))
}

/**
 * Whether a read can tell that a subscription has changed: where nothing was known of it, or it was so already, the read would show what was
 * asked for though nothing was done. An order has an id of ours, and an e-mail address no other buyer.
 */
function changesWhatWasKnown({ target, effect }: Action): boolean {
  if (!target.startsWith('subscription:')) return true
  return fromOwnJson<Effect>(effect).rows.some(({ changes, before, expects }) => changes && before !== null && expects !== null)
}

/** Asks the service, and settles the action where it shows what the event told. Nothing is ever settled as not applied. */
async function settled({ buyerId, ask }: PendingActions, row: Action, event: StoredEvent): Promise<boolean> {
  const { says, why } = await checkRow(reader, row, { ask, payer: buyerId })
  if (says !== 'applied') {
    log.info({ actionId: row.action_id, reason: says }, 'event_not_borne_out')
    return false
  }
  const reason = `Told by the event ${event.action} of ${event.said_at ?? event.received_at}, and shown when it was read: ${why}`
  const isSettled = settleByEvent(row, { reason, eventId: event.id }, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('events')
      .set({ proved: row.action_id })
      .where('id', '=', event.id)
      .where('proved', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  })
  return isSettled.catch((cause: unknown) => {
    if (cause instanceof ServiceProblem) return true // somebody has settled it meanwhile
    throw cause
  })
}
