import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { noteOf } from '@/lib/knowledge/server/note-of'
import { getChargeHistory } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { northwind } from '@/lib/testing/environment'
import { coverageOf } from './coverage'

describe.each(engines)('on how many buyers a list rests, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const read = async (buyerId: string, day: string) => {
    const charge = { chargeId: `c-${buyerId}`, createdAt: `${day} 06:00:00`, status: 'settled', amount: '19.00', provider: 'acq' }
    const order = { orderId: `o-${buyerId}`, createdAt: `${day} 06:00:00`, type: 'one_click', currency: 'EUR', charges: [charge] }
    const answer = asRead(getChargeHistory, { data: [order], meta: { total: 1 } })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId } }, answer, { buyerId, facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, 'northwind', note ? [note] : [], day))
  }

  it('is as it is now, also a moment after nobody was known', async () => {
    const none = { of: 'charges', buyers: 0, read: 0, from: null, until: null }
    expect(await coverageOf('charges', 'northwind')).toEqual(none)
    await read('b-1', '2026-11-22')
    // Counted anew once fifty times as long has passed as counting took; until then it's never "none" of somebody.
    const known = { of: 'charges', buyers: 1, from: '2026-11-22', until: '2026-11-22' }
    expect([1, null]).toContain((await coverageOf('charges', 'northwind')).read)
    expect(await coverageOf('charges', 'northwind')).toMatchObject(known)
    await expect.poll(() => coverageOf('charges', 'northwind'), { timeout: 5_000 }).toEqual({ ...known, read: 1 })
    await read('b-2', '2026-11-23')
    expect(await coverageOf('charges', 'northwind')).toMatchObject({ buyers: 2, until: '2026-11-23' })
    await expect.poll(async () => (await coverageOf('charges', 'northwind')).read, { timeout: 5_000 }).toBe(2)
  })

  it('counts days by the merchant account’s zone', async () => {
    const given = process.env.MERCHANTS
    process.env.MERCHANTS = JSON.stringify([{ ...northwind, code: 'auckland', timeZone: 'Pacific/Auckland' }])
    forgetSingletons('env')
    onTestFinished(() => {
      vi.useRealTimers()
      process.env.MERCHANTS = given
      forgetSingletons('env')
    })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T11:30:00Z') })
    const answer = asRead(getChargeHistory, {
      data: [{ orderId: 'o-3', charges: [{ chargeId: 'c-3', status: 'settled', amount: '1' }] }],
    })
    const note = noteOf({ operation: getChargeHistory, params: { buyerId: 'b-3' } }, answer, { buyerId: 'b-3', facts: [] })
    await own.store.transaction().execute((tx) => saveNotes(tx, 'auckland', note ? [note] : []))
    expect(await coverageOf('charges', 'auckland')).toMatchObject({ from: '2026-11-29', until: '2026-11-29' })
  })

  it('is of another merchant account by itself', async () => {
    expect((await coverageOf('charges', 'elsewhere')).buyers).toBe(0)
  })
})
