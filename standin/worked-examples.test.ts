import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ids } from './seed/stories'
import { RunningStandin } from './standin-for-tests'
import { northwind } from './standin-merchants'

/** The examples are copied from section 6 of the service facts; on their day the seeded dates are the printed ones. */
const running = new RunningStandin({ now: () => new Date('2025-05-06T12:00:00Z') })

const example = async (name: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(new URL(`examples/${name}.json`, import.meta.url), 'utf8'))

const inTheNetherlands = '198.51.100.10'

test('6.1: the charge history is the printed one', async () => {
  const answer = await running.as().get(`/api/v3/buyers/${ids.cascade.buyer}/charge/history`)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual(await example('charge-history'))
})

test('6.2: the printed request gives the printed prices', async () => {
  const request = await example('prices-request')
  const answer = await running
    .as(northwind, inTheNetherlands)
    .post(`/api/v3/buyers/${ids.cascade.buyer}/products/bundles`, request)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual(await example('prices-answer'))
})

test('6.3: the tokens list is the printed one, with the e-mail of the buyer', async () => {
  const answer = await running.as().get(`/api/v3/buyers/${ids.cascade.buyer}/tokens`)
  const printed = JSON.stringify(await example('tokens')).replaceAll('"email":"i.vandermeer@', '"email":"tainara@')
  expect(answer.body).toEqual(JSON.parse(printed))
})

test('6.4: the subscriptions list is the printed one', async () => {
  const answer = await running.as().get(`/api/v2/buyers/${ids.cascade.buyer}/subscriptions`)
  expect(answer.body).toEqual(await example('subscriptions'))
})

test('6.5: turning autocharge on with a reason fails as printed', async () => {
  const path = `/api/v2/buyers/${ids.cascade.buyer}/subscriptions/${ids.cascade.activeSubscription}/change_autocharge_status`
  const answer = await running.as().post(path, { autochargeStatus: true, reason: 'Asked by phone', comment: null })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({ ...(await example('validation-error')), traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
})
