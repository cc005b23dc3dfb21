import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { getChargeHistory, getOneClickPrices, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { type CallOptions, Dashboard } from './dashboard'
import { json, listener } from './listener'

const dashboard = new Dashboard()
let params: Record<string, string>
beforeEach(() => {
  params = { buyerId: randomUUID(), subscriptionId }
})

const versionAfter = async (operation: Operation, answer: unknown, asked: CallOptions = {}, status = 200): Promise<number> => {
  dashboard.serviceAt((await listener(json(status, answer))).url)
  const queryAnswer = await dashboard.ask(operation, { params, ...asked })
  expect(queryAnswer.headers.get('x-known-version')).toMatch(/^\d+$/)
  return Number(queryAnswer.headers.get('x-known-version'))
}

const subscription = (more: object = {}) => ({
  id: subscriptionId,
  status: 'active',
  autoChargeStatus: true,
  endDate: '2099-01-01T00:00:00+00:00',
  ...more,
})
const list = (more: object = {}) => ({ data: [subscription(more)], meta: { total: 1 } })
const tokens = (more: object = {}) => ({ data: [{ id: 'm-1', tokens: [{ id: 1, isEnabled: true, ...more }] }] })

it('the same answer again leaves the version as it was', async () => {
  const first = await versionAfter(listSubscriptions, list())
  expect(await versionAfter(listSubscriptions, list())).toBe(first)
})

it('an answer that differs in what nobody here reads leaves it too', async () => {
  const first = await versionAfter(listSubscriptions, list())
  expect(await versionAfter(listSubscriptions, { ...list({ customerId: randomUUID() }), traceId: randomUUID() })).toBe(first)
})

it.each([
  ['a status', list({ status: 'frozen' })],
  ['autocharge', list({ autoChargeStatus: false })],
  ['an end date', list({ endDate: '2099-02-01T00:00:00+00:00' })],
  ['one more subscription', { data: [subscription(), subscription({ id: randomUUID() })], meta: { total: 2 } }],
])('%s that has changed makes it grow', async (_, changed) => {
  const first = await versionAfter(listSubscriptions, list())
  const second = await versionAfter(listSubscriptions, changed)
  expect(second).toBeGreaterThan(first)
  expect(await versionAfter(listSubscriptions, changed)).toBe(second)
})

it('it grows with any read, of tokens and of the history as well', async () => {
  const versions = [
    await versionAfter(listSubscriptions, list()),
    await versionAfter(listTokens, tokens()),
    await versionAfter(listTokens, tokens({ isEnabled: false })),
    await versionAfter(getChargeHistory, { data: [], meta: { total: 0 } }),
    await versionAfter(getChargeHistory, { data: [{ orderId: 'o-1', charges: [] }], meta: { total: 1 } }),
  ]
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
})

it('prices are computed for the asking and change nothing', async () => {
  const first = await versionAfter(listSubscriptions, list())
  expect(
    await versionAfter(
      getOneClickPrices,
      { data: { bundles: [{ bundleHashKey: 'b', products: [] }] } },
      { body: validBodies.getOneClickPrices },
    ),
  ).toBe(first)
})

it('a command that is done makes it grow', async () => {
  const first = await versionAfter(listSubscriptions, list())
  const done = { data: subscription({ autoChargeStatus: false }), meta: { type: 'entity' } }
  expect(await versionAfter(changeAutochargeStatus, done, { body: validBodies.changeAutochargeStatus })).toBeGreaterThan(first)
})

it('a command that is refused does not', async () => {
  const first = await versionAfter(listSubscriptions, list())
  const refused = { code: 3000, message: 'Subscription is disabled', traceId: 't-1' }
  expect(await versionAfter(changeAutochargeStatus, refused, { body: validBodies.changeAutochargeStatus }, 422)).toBe(first)
})

it('a failure tells it as well', async () => {
  const first = await versionAfter(listSubscriptions, list())
  expect(await versionAfter(listTokens, { code: 3000, message: 'Entity not found', traceId: 't-1' }, {}, 404)).toBe(first)
})

it('another buyer has a version of their own', async () => {
  await versionAfter(listSubscriptions, list())
  expect(
    await versionAfter(
      listTokens,
      { code: 3000, message: 'Entity not found', traceId: 't-1' },
      { params: { buyerId: randomUUID() } },
      404,
    ),
  ).toBe(0)
})
