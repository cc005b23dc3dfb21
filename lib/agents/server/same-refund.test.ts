import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { agent, manager } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { problemIn } from '@/lib/testing/endings'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { verbNamed } from '../verbs'
import { predictProposal } from './predict'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())

const { buyer: buyerId, order: orderId, settledCharge: chargeId } = ids.cascade
const predict = async (amount: string) => {
  const body = { orderId, chargeId, amount, reason: 'Goodwill' }
  const change = { verb: verbNamed('requestRefund'), params: { buyerId }, body }
  const { refund, ...rest } = await predictProposal(agent, merchantByCode('northwind'), change)
  if (refund === null) throw new Error('No refund was predicted')
  return { ...rest, refund: { ...refund, id: randomUUID() } }
}

it('a proposed refund says that as much was requested already, and of two pressed at once one is requested', async () => {
  const [one, other] = [await predict('5.00'), await predict('5')]
  expect(one.effect.warnings).toEqual([])
  await askRefund(agent, one.refund)
  expect(await problemIn(askRefund(manager, other.refund))).toMatchObject({ kind: 'conflict', code: 'changed' })
  const again = await predict('5.00')
  expect(again.hash).not.toBe(one.hash)
  expect(again.effect.warnings).toEqual([
    `A refund of 5.00 ${one.refund.currency} was already requested for this charge. This would be another one.`,
  ])
  expect((await predict('6.00')).effect.warnings).toEqual([])
})
