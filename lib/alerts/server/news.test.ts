import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, iso, minute } from '@/lib/core/dates'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { readEvents } from '@/lib/events/server/read-events'
import { storeAll } from '@/lib/events/server/store'
import { noClaim } from '@/lib/journal/action-ids'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { contextOf } from '@/lib/lists/server/read-list'
import { getChargeHistory } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import type { RuleToSave } from '../alert-rule'
import { alertRow, closeAlert, openAlerts, raiseAlerts } from './alerts'
import { changeRule, rulesOf } from './rules'

const manager = somebody('manager', 'manager')
const merchant = 'northwind'
const day = 1_440 * minute

describe.each(engines)('what is news to an alert, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const open = () => openAlerts(own.store, manager, merchant)
  const closeAll = async () => {
    for (const { id } of await open()) await closeAlert(manager, await alertRow(manager, id), noClaim)
  }

  const change = async (source: RuleToSave['source'], to: Partial<RuleToSave>) => {
    const rule = (await rulesOf(own.store, merchant)).find((each) => each.source === source)
    if (!rule) throw new Error(`There is no rule of ${source}`)
    const { id, version, shipped: _, changedBy: __, ...given } = rule
    await changeRule({ person: manager, merchant, id }, version, { ...given, ...to }, noClaim)
  }

  async function chargebacks(count: number): Promise<void> {
    const texts = Array.from({ length: count }, () => {
      const subscriptionData = { id: randomUUID(), status: 'suspended', updatedAt: '2026-11-20 03:10:00' }
      const about = { type: 'subscription', action: 'subscription_event_chargeback', merchant, buyer: { id: randomUUID() } }
      return JSON.stringify({ ...about, subscriptionData })
    })
    await storeAll(texts.map((text) => ({ merchant, addressId: 'a-1', text })))
    await readEvents(new AbortController().signal)
  }

  beforeEach(async () => {
    for (const table of ['alerts', 'alert_rules', 'closed_rows', 'directory_charges', 'events'] as const)
      await own.store.deleteFrom(table).execute()
  })

  /** A buyer paid twice on a day; answers with the charge that was too much. */
  async function paidTwice(daysAgo: number): Promise<string> {
    const { today } = contextOf(manager, merchantByCode(merchant))
    const on = daysAfter(today, -daysAgo)
    const [buyerId, orderId] = [randomUUID(), randomUUID()]
    const charges = [0, 1].map((at) => ({
      ...{
        chargeId: `${orderId}-${at}`,
        createdAt: `${on} 00:0${at}:00`,
        status: 'settled',
        amount: '19.00',
        provider: 'acqlocal',
      },
    }))
    const order = { orderId, createdAt: `${on} 00:00:00`, type: 'one_click', currency: 'EUR', products: [], charges }
    const answer = asRead(getChargeHistory, { data: [order], meta: { total: 1 } })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, merchant, note ? [note] : [], today))
    return `${orderId}-1`
  }
  const explained = (thing: string) => {
    const row = {
      id: randomUUID(),
      merchant,
      list: 'double-payments',
      thing,
      reason: 'It was meant',
      account_id: 'a',
      person: 'Ada',
    }
    return own.store
      .insertInto('closed_rows')
      .values({ ...row, closed_at: new Date().toISOString() })
      .execute()
  }

  it('is an older row of a list that becomes known later, once', async () => {
    await change('double-payments', { windowMinutes: 90 * 1_440 })
    const newer = await paidTwice(2)
    await raiseAlerts()
    expect(await open()).toHaveLength(1)
    await closeAll()
    await explained(newer)
    const older = await paidTwice(20)
    await raiseAlerts(Date.now() + day - minute)
    expect(await open()).toEqual([])
    await raiseAlerts(Date.now() + day + minute)
    expect(await open()).toMatchObject([{ words: 'Double payments: 1 in 90 days' }])
    await closeAll()
    await raiseAlerts(Date.now() + 3 * day)
    await own.store.deleteFrom('closed_rows').execute() // what an earlier alert told is listed again
    await explained(older)
    await raiseAlerts(Date.now() + 3 * day)
    expect(await open()).toEqual([])
  })
  it('is what comes after a clock that was two days ahead is right again, from the quiet time on', async () => {
    await change('chargebacks', { quietMinutes: 60 })
    await chargebacks(3)
    const ahead = Date.now() + 2 * day
    await own.store
      .updateTable('events')
      .set({ received_at: iso(ahead) })
      .execute()
    await raiseAlerts(ahead + minute)
    expect(await open()).toHaveLength(1)
    await closeAll()
    await chargebacks(3)
    await raiseAlerts(Date.now() + 59 * minute)
    expect(await open()).toEqual([])
    await raiseAlerts(Date.now() + 61 * minute)
    expect(await open()).toHaveLength(1)
    await closeAll()
    await raiseAlerts(Date.now() + 150 * minute)
    expect(await open()).toEqual([])
  })
  it('is no chargeback that another event of the subscription, or another version of the event, tells of again', async () => {
    const one = { type: 'subscription', action: 'subscription_event_chargeback', merchant, buyer: { id: randomUUID() } }
    const id = randomUUID()
    const told = ['03:10:00', '03:11:00', '03:12:00', '03:12:00'].map((time, place) => ({
      ...one,
      subscriptionData: { id, status: place === 3 ? 'active' : 'suspended', updatedAt: `2026-11-20 ${time}` },
    }))
    await storeAll(told.map((each) => ({ merchant, addressId: 'a-1', text: JSON.stringify(each) })))
    await readEvents(new AbortController().signal)
    expect(await own.store.selectFrom('events').select('id').where('state', '=', 'differs').execute()).not.toEqual([])
    await chargebacks(1)
    await raiseAlerts()
    expect(await open()).toEqual([])
    await chargebacks(1)
    await raiseAlerts()
    expect(await open()).toMatchObject([{ words: 'Chargebacks: 3 in the events of 24 hours', count: 3 }])
  })
})
