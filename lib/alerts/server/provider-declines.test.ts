import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { iso, minute } from '@/lib/core/dates'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { listEvents } from '@/lib/events/server/list-events'
import { readEvents } from '@/lib/events/server/read-events'
import { storeAll } from '@/lib/events/server/store'
import { noClaim } from '@/lib/journal/action-ids'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { alertRow, closeAlert, openAlerts, raiseAlerts } from './alerts'

const manager = somebody('manager', 'manager')
const merchant = 'northwind'

describe.each(engines)('alerts of providers, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const open = () => openAlerts(own.store, manager, merchant)

  const declines = (count: number, provider: string) => tell(count, 'charge_unsuccess', provider)
  async function tell(count: number, action: 'charge_unsuccess' | 'charge_settle', provider: string): Promise<void> {
    const isLost = action === 'charge_unsuccess'
    const texts = Array.from({ length: count }, () => {
      const about = { type: isLost ? action : 'charge', action, merchant, buyer: { id: randomUUID() } }
      const status = isLost ? 'declined' : 'settled'
      const charge = { id: randomUUID(), status, createdAt: '2026-11-22 03:10:00', provider: { name: provider } }
      return JSON.stringify({ ...about, chargeData: charge })
    })
    await storeAll(texts.map((text) => ({ merchant, addressId: 'a-1', text })))
    await readEvents(new AbortController().signal)
  }

  beforeEach(async () => {
    for (const table of ['alerts', 'notices', 'events'] as const) await own.store.deleteFrom(table).execute()
  })

  it('don’t name one whose name may be personal or isn’t plain, in no place, and tell it from others', async () => {
    const names = ['tainara@example.test', '203.0.113.24', '4111 1111 1111 1111', '+1 555 010 0199', 'acq\u0007local\nsays']
    for (const name of names) await declines(30, name)
    await raiseAlerts()
    const alerts = await open()
    const unnamed = 'A provider with an unusual name: 30 of 30 declined in the events of 15 minutes (100%)'
    expect(alerts.map(({ words }) => words)).toEqual(names.map(() => unnamed))
    expect(alerts.every(({ href }) => href.startsWith('/settings/events?counted=declined&since='))).toBe(true)
    for (const { href } of alerts) {
      const asked = Object.fromEntries(new URL(href, 'http://page').searchParams) as { since: string; until: string }
      const { data } = await listEvents(merchantByCode(merchant), asked, { limit: 200, after: null })
      expect(data).toHaveLength(30)
    }
    const kept = [
      await own.store.selectFrom('alerts').selectAll().execute(),
      await own.store.selectFrom('notices').selectAll().execute(),
      await own.store.selectFrom('journal').select('detail').execute(),
    ]
    const text = JSON.stringify(kept)
      .replace(/\+/g, ' ')
      .replace(/%[2-7][\dA-F]/g, decodeURIComponent)
    expect(['tainara', '203.0.113', '4111', '555 010', 'says'].filter((part) => text.includes(part))).toEqual([])
    await raiseAlerts()
    expect(await open()).toHaveLength(names.length)
  })

  it('aren’t raised again because charges were received since', async () => {
    await declines(40, 'acqlocal')
    await raiseAlerts()
    for (const { id } of await open()) await closeAlert(manager, await alertRow(manager, id), noClaim)
    const later = (minutes: number) => Date.now() + minutes * minute
    await own.store
      .updateTable('events')
      .set({ received_at: iso(later(50)) })
      .execute()
    await own.store
      .updateTable('alerts')
      .set({ newest: iso(later(50)) })
      .execute()
    await tell(1, 'charge_settle', 'acqlocal')
    await own.store
      .updateTable('events')
      .set({ received_at: iso(later(61)) })
      .where('action', '=', 'charge_settle')
      .execute()
    await raiseAlerts(later(62))
    expect(await open()).toEqual([])
    await declines(1, 'acqlocal')
    await own.store
      .updateTable('events')
      .set({ received_at: iso(later(61)) })
      .where('received_at', '<', iso(later(1)))
      .execute()
    await raiseAlerts(later(62))
    expect((await open()).map(({ words }) => words)).toEqual(['acqlocal: 41 of 42 declined in the events of 15 minutes (97%)'])
  })

  it('come of one that nobody was told of, however many others were closed within the quiet time', async () => {
    for (const letter of 'abcdefghijkl') await declines(40, `made up ${letter}`)
    await raiseAlerts()
    for (const { id } of await open()) await closeAlert(manager, await alertRow(manager, id), noClaim)
    await declines(30, 'acqlocal')
    await raiseAlerts()
    expect((await open()).map(({ words }) => words)).toContain('acqlocal: 30 of 30 declined in the events of 15 minutes (100%)')
  })

  it('are at most ten open at once, of those that declined most, and one of how many others there are', async () => {
    const letters = [...'abcdefghijklmnop']
    for (const letter of letters) await declines(30, `made up ${letter}`)
    await declines(3, 'made up p')
    await raiseAlerts()
    const words = async () => (await open()).map((alert) => alert.words)
    expect(await words()).toHaveLength(11)
    expect(await words()).toContain('made up p: 33 of 33 declined in the events of 15 minutes (100%)')
    expect(await words()).toContain('6 more providers: 40% or more declined in the events of 15 minutes')
    await declines(40, 'made up q')
    await raiseAlerts()
    expect(await words()).toHaveLength(11)
    const [first] = (await open()).filter((alert) => alert.words.startsWith('made up p'))
    await closeAlert(manager, await alertRow(manager, first?.id ?? ''), noClaim)
    await raiseAlerts()
    expect(await words()).toContain('made up q: 40 of 40 declined in the events of 15 minutes (100%)')
    expect(await words()).toHaveLength(11)
  })
})
