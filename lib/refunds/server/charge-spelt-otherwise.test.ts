import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { listener, relaying } from '@/lib/testing/listener'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { postRefund } from './handlers'
import { spellings } from './spellings-for-tests'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())

const { buyer: buyerId, order: orderId, settledCharge } = ids.cascade
const ask = (chargeId: string) =>
  dashboard.call(serveDashboard('requestRefund', postRefund), 'POST', '/api/desk/refunds', {
    body: { buyerId, orderId, chargeId, amount: '162.00', reason: 'Bought by mistake', ticket: null },
  })

describe('a charge that the service spells otherwise', () => {
  it.each(spellings)('than before, %s, is not refunded twice', async (_, spelt) => {
    await (await database()).deleteFrom('refund_steps').execute()
    await (await database()).deleteFrom('refunds').execute()
    dashboard.serviceAt(standin.url)
    expect((await ask(settledCharge)).status).toBe(200)
    dashboard.serviceAt((await listener(relaying(standin, (text) => text.replaceAll(settledCharge, spelt(settledCharge))))).url)
    for (const chargeId of [spelt(settledCharge), settledCharge]) {
      const answer = await ask(chargeId)
      expect([answer.status, (await answer.json()).code]).toEqual([409, 'requested_in_full'])
    }
    const kept = await (await database()).selectFrom('refunds').select('charge_id').execute()
    expect(kept).toEqual([{ charge_id: settledCharge }])
  })
})
