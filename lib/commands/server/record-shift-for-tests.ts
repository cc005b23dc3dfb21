import { randomUUID } from 'node:crypto'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { closeRow } from '@/lib/lists/server/close-row'
import { changePin } from '@/lib/lists/server/pins'
import { contextOf } from '@/lib/lists/server/read-list'
import { addView, removeView } from '@/lib/lists/server/views'
import { handoverRow, makeHandover, takeOver } from '@/lib/pages/server/handovers'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { assign, recordOwner } from './owners'
import { setReasonPresets } from './reason-presets'

/** What one shift leaves to the next, and what everybody is shown of one person's. */
export async function recordShift(agent: Person, manager: Person): Promise<void> {
  await handover(agent, manager)
  await closedRow(manager)
  await shared(manager)
}

async function handover(agent: Person, manager: Person): Promise<void> {
  const id = randomUUID()
  await makeHandover(agent, { id, merchant: 'northwind', remark: 'Two wait for the provider' }, noClaim)
  await takeOver(manager, await handoverRow(manager, id), noClaim)
}

async function closedRow(manager: Person): Promise<void> {
  const thing = randomUUID()
  const at = new Date().toISOString()
  const event = {
    id: thing,
    merchant: 'northwind',
    address_id: 'a',
    received_at: at,
    last_received_at: at,
    copies: 1,
    key: thing,
  }
  await (await database())
    .insertInto('events')
    .values({ ...event, digest: 'd', state: 'taken', action: 'subscription_event_refund', buyer_id: randomUUID(), sealed: '' })
    .execute()
  const context = contextOf(manager, merchantByCode('northwind'))
  await closeRow(context, { id: randomUUID(), list: 'money-back', thing, reason: 'It was of another order' }, noClaim)
}

async function shared(manager: Person): Promise<void> {
  const context = contextOf(manager, merchantByCode('northwind'))
  const given = { name: 'Blocked', list: 'blocked' as const, filter: {}, shared: true }
  const [id, gone] = [randomUUID(), randomUUID()]
  for (const each of [id, gone]) {
    await addView(context, each, given, noClaim)
    await changePin(context, { id: each, who: 'agent', pinned: true }, noClaim)
  }
  await removeView(context, gone, noClaim)
  await setReasonPresets(manager, 'changeExpirationDate', ['Storm'])
  await setReasonPresets(manager, 'changeExpirationDate', null)
  await setReasonPresets(manager, 'changeAutochargeStatus', ['Asked by phone'])
  const action = { action_id: randomUUID(), merchant: 'northwind', operation: 'disableToken', buyer_id: null, ticket: null }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await assign(tx, manager, { merchant: 'northwind', kind: 'unconfirmed', thing: action.action_id })
    await recordOwner(tx, manager, action, 'assigned')
  })
}
