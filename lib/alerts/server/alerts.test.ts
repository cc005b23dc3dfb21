import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { minute } from '@/lib/core/dates'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { makeAddress } from '@/lib/events/server/addresses'
import { listEvents } from '@/lib/events/server/list-events'
import { readEvents } from '@/lib/events/server/read-events'
import { replayEvents } from '@/lib/events/server/replay-events'
import { imported, storeAll } from '@/lib/events/server/store'
import { noClaim } from '@/lib/journal/action-ids'
import { verify } from '@/lib/journal/verify'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { contextOf } from '@/lib/lists/server/read-list'
import { getChargeHistory } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import type { AlertRule, RuleToSave } from '../alert-rule'
import { alertRow, closeAlert, openAlerts, raiseAlerts } from './alerts'
import { addRule, changeRule, rulesOf } from './rules'

const [manager, admin] = [somebody('manager', 'manager'), somebody('admin', 'admin')]
const merchant = 'northwind'

describe.each(engines)('alerts, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const open = async (role: 'manager' | 'admin' = 'manager') =>
    openAlerts(own.store, role === 'manager' ? manager : admin, merchant)
  const words = async () => (await open()).map((alert) => alert.words)
  const closeAll = async () => {
    for (const { id } of await open('admin')) await closeAlert(manager, await alertRow(manager, id), noClaim)
  }
  const entries = async (kind: 'alert' | 'alert-closed') =>
    own.store.selectFrom('journal').selectAll().where('kind', '=', kind).execute()
  const rule = async (source: RuleToSave['source']): Promise<AlertRule> => {
    const found = (await rulesOf(own.store, merchant)).find((each) => each.source === source)
    if (!found) throw new Error(`There is no rule of ${source}`)
    return found
  }
  const change = async (source: RuleToSave['source'], to: Partial<RuleToSave>) => {
    const { id, version, shipped: _, changedBy: __, ...given } = await rule(source)
    await changeRule({ person: manager, merchant, id }, version, { ...given, ...to }, noClaim)
  }

  const event = (action: string, provider: string | null = null) => ({
    ...{ type: action === 'charge_unsuccess' ? action : 'charge', action, merchant, buyer: { id: randomUUID() } },
    chargeData: {
      ...{ id: randomUUID(), status: 'declined', createdAt: '2026-11-22 03:10:00' },
      ...(provider && { provider: { name: provider } }),
    },
  })
  async function tell(count: number, action: string, provider: string | null = null, addressId = 'a-1'): Promise<void> {
    const texts = Array.from({ length: count }, () => JSON.stringify(event(action, provider)))
    await storeAll(texts.map((text) => ({ merchant, addressId, text })))
    await readEvents(new AbortController().signal)
  }

  beforeEach(async () => {
    for (const table of ['alerts', 'alert_rules', 'events', 'event_addresses', 'event_gaps', 'directory_charges'] as const)
      await own.store.deleteFrom(table).execute()
  })

  it('stay open until somebody closes them by name, and the journal says which rule raised them', async () => {
    await tell(3, 'subscription_manual_chargeback')
    await raiseAlerts()
    const [alert] = await open()
    expect(alert).toMatchObject({ words: 'Chargebacks: 3 in the events of 24 hours', count: 3 })
    const raised = (await entries('alert')).at(-1)
    expect(raised).toMatchObject({ person: 'Counterfoil', merchant, action_id: alert?.id })
    expect(JSON.parse(raised?.detail ?? '')).toMatchObject({
      rule: (await rule('chargebacks')).id,
      version: 1,
      href: alert?.href,
    })
    const row = await alertRow(manager, alert?.id ?? '')
    await closeAlert(manager, row, noClaim)
    await expect(closeAlert(admin, row, noClaim)).rejects.toMatchObject({ problem: { kind: 'conflict', code: 'changed' } })
    expect((await entries('alert-closed')).at(-1)).toMatchObject({ person: manager.name, action_id: alert?.id })
    expect(await open()).toEqual([])
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
  })

  it('of a provider come from 40% of 30 charges on, and lead to the ones that were declined', async () => {
    await tell(12, 'charge_unsuccess', 'acqlocal')
    await tell(17, 'charge_settle', 'acqlocal')
    await tell(20, 'charge_unsuccess', 'another')
    await raiseAlerts()
    expect(await words()).toEqual([])
    await tell(1, 'charge_capture', 'acqlocal')
    await raiseAlerts()
    const [alert, ...more] = await open()
    expect([alert?.words, more]).toEqual(['acqlocal: 12 of 30 declined in the events of 15 minutes (40%)', []])
    const { searchParams } = new URL(alert?.href ?? '', 'http://page')
    const asked = Object.fromEntries(searchParams) as { counted: 'declined'; provider: string; since: string; until: string }
    const { data } = await listEvents(merchantByCode(merchant), asked, { limit: 200, after: null })
    expect([data.length, new Set(data.map(({ action }) => action))]).toEqual([12, new Set(['charge_unsuccess'])])
    await raiseAlerts(Date.now() + 16 * minute)
    expect(await open()).toHaveLength(1)
  })

  it('of a provider count a charge once, however many events tell of it in other words', async () => {
    const [one, ...others] = Array.from({ length: 12 }, () => event('charge_unsuccess', 'acqlocal'))
    const again = ['51', '05', '91'].map((code) => ({ ...one, declineData: { code } }))
    const texts = [one, ...others.slice(1), ...again].map((each) => JSON.stringify(each))
    await storeAll(texts.map((text) => ({ merchant, addressId: 'a-1', text })))
    await tell(18, 'charge_settle', 'acqlocal')
    await raiseAlerts()
    expect(await words()).toEqual([])
    await tell(1, 'charge_unsuccess', 'acqlocal')
    await raiseAlerts()
    expect(await words()).toEqual(['acqlocal: 12 of 30 declined in the events of 15 minutes (40%)'])
  })

  it('aren’t raised again within the quiet time, nor after it without anything new', async () => {
    const later = (hours: number) => Date.now() + hours * 60 * minute
    await tell(3, 'subscription_event_chargeback')
    await change('chargebacks', { windowMinutes: 7 * 1_440 })
    await raiseAlerts()
    await closeAll()
    await tell(1, 'subscription_event_chargeback')
    await raiseAlerts(later(23))
    expect(await open()).toEqual([])
    await raiseAlerts(later(25))
    expect(await words()).toEqual(['Chargebacks: 4 in the events of 7 days'])
    await closeAll()
    await raiseAlerts(later(60))
    expect(await open()).toEqual([])
    await change('chargebacks', { threshold: 4 })
    await raiseAlerts(later(60))
    expect(await words()).toEqual(['Chargebacks: 4 in the events of 7 days'])
    await raiseAlerts(later(120))
    expect(await open()).toHaveLength(1)
  })

  it('are raised once by two copies at the same moment', async () => {
    await change('chargebacks', { threshold: 5 })
    await tell(6, 'subscription_event_chargeback')
    const before = (await entries('alert')).length
    await Promise.all([raiseAlerts(), raiseAlerts(), raiseAlerts()])
    expect((await entries('alert')).length - before).toBe(1)
  })

  it('don’t come of events that an admin imported or had read again, nor of a rule that is off', async () => {
    await change('chargebacks', { threshold: 7 })
    await tell(9, 'subscription_event_chargeback', null, imported)
    await raiseAlerts()
    expect(await open()).toEqual([])
    await tell(9, 'subscription_event_chargeback')
    const stretch = { merchant, from: Date.now() - 60 * minute, to: Date.now() + minute }
    await replayEvents(stretch as Parameters<typeof replayEvents>[0], false, new AbortController().signal)
    await raiseAlerts()
    expect(await open()).toEqual([])
    await tell(9, 'subscription_event_chargeback')
    await change('chargebacks', { on: false })
    await raiseAlerts()
    expect(await open()).toEqual([])
    await change('chargebacks', { on: true })
    await raiseAlerts()
    expect(await open()).toHaveLength(1)
  })

  it('lead to the events that were counted, and aren’t raised for few, also where an admin has those read again', async () => {
    const again = { merchant, from: Date.now() - 60 * minute, to: Date.now() + minute }
    const { id: addressId } = await makeAddress(admin, merchant)
    const used = { made_at: '2026-01-01T00:00:00.000Z', last_used_at: new Date().toISOString() }
    await own.store.updateTable('event_addresses').set(used).where('id', '=', addressId).execute()
    const few: RuleToSave = { ...(await rule('chargebacks')), source: 'events', op: 'atMost', threshold: 2, windowMinutes: 60 }
    await addRule({ person: admin, merchant, id: randomUUID() }, few, noClaim)
    await tell(3, 'subscription_event_chargeback')
    await raiseAlerts()
    const [alert] = await open()
    await wait(2)
    await replayEvents(again, false, new AbortController().signal)
    await raiseAlerts()
    expect(await words()).toEqual([alert?.words])
    const { searchParams } = new URL(alert?.href ?? '', 'http://page')
    const asked = Object.fromEntries(searchParams) as { counted: 'chargebacks'; since: string; until: string }
    expect((await listEvents(merchantByCode(merchant), asked, { limit: 200, after: null })).data).toHaveLength(3)
  })

  it('are for the roles that the rule names', async () => {
    await addRule(
      { person: admin, merchant, id: randomUUID() },
      {
        source: 'events',
        op: 'atLeast',
        threshold: 5,
        windowMinutes: 60,
        least: null,
        quietMinutes: 60,
        roles: ['admin'],
        on: true,
      },
      noClaim,
    )
    await tell(5, 'charge_settle')
    await raiseAlerts()
    const [alert] = await open('admin')
    expect([await open('manager'), alert?.words]).toEqual([[], '5 events in 1 hour'])
    const problems = await Promise.all(
      [manager, admin].map((person) => alertRow(person, alert?.id ?? '').catch(({ problem }) => problem.kind)),
    )
    expect(problems).toMatchObject(['notFound', { id: alert?.id }])
  })

  it('come of the rows of a list, and lead to them', async () => {
    const { today } = contextOf(manager, merchantByCode(merchant))
    const buyerId = randomUUID()
    const charges = [0, 1].map((at) => ({
      ...{ chargeId: `c-${at}`, createdAt: `${today} 00:0${at}:00`, status: 'settled', amount: '19.00', provider: 'acqlocal' },
    }))
    const order = { orderId: 'twice', createdAt: `${today} 00:00:00`, type: 'one_click', currency: 'EUR', products: [], charges }
    const answer = asRead(getChargeHistory, { data: [order], meta: { total: 1 } })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, merchant, note ? [note] : [], today))
    await raiseAlerts()
    expect(await open()).toMatchObject([
      { words: 'Double payments: 1 in 7 days', href: '/lists/double-payments?span=7', count: 1 },
    ])
  })

  it('come of silence, once for each', async () => {
    const gap = { id: 'g-1', merchant, from_at: '2026-11-23T10:00:00.000Z', to_at: null, kind: 'quiet' as const }
    await own.store.insertInto('event_gaps').values(gap).execute()
    await raiseAlerts()
    expect(await words()).toEqual(['No event has come for longer than usual'])
    await closeAll()
    await raiseAlerts(Date.now() + 120 * minute)
    expect(await words()).toEqual([])
    await own.store.updateTable('event_gaps').set({ from_at: '2026-11-23T14:00:00.000Z' }).execute()
    await raiseAlerts(Date.now() + 120 * minute)
    expect(await words()).toEqual(['No event has come for longer than usual'])
  })

  it('of too few events come only where the service has had an address for so long', async () => {
    const few: RuleToSave = { ...(await rule('chargebacks')), source: 'events', op: 'atMost', threshold: 0, windowMinutes: 120 }
    await addRule({ person: admin, merchant, id: randomUUID() }, few, noClaim)
    await raiseAlerts()
    expect(await words()).toEqual([])
    const { id } = await makeAddress(admin, merchant)
    const used = { last_used_at: new Date().toISOString() }
    await own.store.updateTable('event_addresses').set(used).where('id', '=', id).execute()
    await raiseAlerts()
    expect(await words()).toEqual([])
    await raiseAlerts(Date.now() + 121 * minute)
    expect(await words()).toEqual(['0 events in 2 hours'])
  })
})
