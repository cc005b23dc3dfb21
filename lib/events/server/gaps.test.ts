import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceForTests } from '@/lib/commands/server/service-for-tests'
import { minute } from '@/lib/core/dates'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { makeAddress, revokeAddress } from './addresses'
import { recordGaps } from './gaps'
import { eventsOverview } from './overview'
import { readEvents } from './read-events'
import { storeAll } from './store'

describe.each(engines)('the events of our own actions, on %s,', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const service = new ServiceForTests()
  const admin = somebody('admin', 'admin')
  let address = ''
  beforeAll(async () => dashboard.serviceAt(await service.start()))
  afterAll(() => service.stop())

  /** An action that was done so many minutes ago. */
  async function act(minutesAgo: number): Promise<void> {
    const actionId = randomUUID()
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    const body = { autochargeStatus: false, reason: 'Asked by phone' }
    const answer = await dashboard.ask(changeAutochargeStatus, { params, body, headers: { 'x-action-id': actionId } })
    expect(answer.headers.get('x-outcome')).toBe('done')
    const at = new Date(Date.now() - minutesAgo * minute).toISOString()
    await (await database())
      .updateTable('actions')
      .set({ created_at: at, answered_at: at })
      .where('action_id', '=', actionId)
      .execute()
  }
  async function tell(action: string, addressId = 'a-1', merchant = 'northwind'): Promise<void> {
    const subscriptionData = { id: randomUUID(), updatedAt: '2026-11-22 03:10:00' }
    const event = { type: 'subscription', action, merchant, buyer: { id: randomUUID() }, subscriptionData }
    await storeAll([{ merchant: 'northwind', addressId, text: JSON.stringify(event) }])
    await readEvents(new AbortController().signal)
  }
  const arrivedAgo = async (minutes: number) => {
    const at = new Date(Date.now() - minutes * minute).toISOString()
    await (await database()).updateTable('events').set({ received_at: at, last_received_at: at }).execute()
  }
  const gaps = async () => {
    await recordGaps()
    const { missingSince, gaps: all } = await eventsOverview('northwind')
    return [missingSince !== null, all.map(({ kind, to }) => [kind, to !== null])]
  }

  it('are not missed where there is no address, or none of their kind ever came', async () => {
    await act(30)
    await act(20)
    address = (await makeAddress(admin, 'northwind')).id
    expect(await gaps()).toEqual([false, []])
    await tell('charge_settle')
    await tell('subscription_manual_downgrade')
    await tell('subscription_manual_auto_charge_off', 'import')
    await tell('subscription_manual_auto_charge_off', 'a-1', 'southbay')
    expect(await gaps()).toEqual([false, []])
  })

  it('are missed where two in a row didn’t come within ten minutes, until one comes', async () => {
    await tell('subscription_manual_auto_charge_off')
    await arrivedAgo(25) // after the first action, and before the second
    expect(await gaps()).toEqual([false, []])
    await act(9)
    expect(await gaps()).toEqual([false, []])
    await act(15)
    expect(await gaps()).toEqual([true, [['expected', false]]])
    await tell('charge_settle')
    await tell('subscription_manual_end_date', 'a-1', 'southbay')
    expect(await gaps()).toEqual([true, [['expected', false]]])
    await tell('subscription_manual_end_date')
    expect(await gaps()).toEqual([false, [['expected', true]]])
    await arrivedAgo(40)
    await act(16)
    expect((await gaps())[0]).toBe(true)
    await revokeAddress(admin, 'northwind', address)
    expect((await gaps())[0]).toBe(false)
  })
})
