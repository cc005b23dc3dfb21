import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ids } from '../seed/stories'
import { RunningStandin } from '../standin-for-tests'

const running = new RunningStandin({ now: () => new Date('2025-05-06T12:00:00Z'), renewalDelayMs: 1 })
const { buyer, subscription, tokens } = ids.threeTokens

const expire = (expirationDate = '2025-05-06') =>
  running
    .as()
    .post(`/api/v2/buyers/${buyer}/subscriptions/${subscription}/change_expiration_date`, { expirationDate, reason: 'Renew now' })

type Listed = { endDate: string; status: string; statusInfo: { reason: string }[] }
async function listed(): Promise<Listed | undefined> {
  const answer = await running.as().get(`/api/v2/buyers/${buyer}/subscriptions`)
  const { data } = answer.body as { data: Listed[] }
  return data[0]
}

async function history() {
  const answer = await running.as().get(`/api/v3/buyers/${buyer}/charge/history`)
  return answer.body as { data: unknown[]; meta: { total: number } }
}

const newestOrder = async (): Promise<unknown> => (await history()).data.at(-1)

test('an end date of today renews the subscription by a term and charges the enabled token', async () => {
  const answer = await expire()
  expect(answer).toMatchObject({ status: 200, body: { data: { endDate: '2025-05-06T00:00:00+00:00' } } })
  await vi.waitFor(async () => expect((await listed())?.statusInfo.at(-1)?.reason).toBe('renew'))
  expect(await listed()).toMatchObject({ endDate: '2026-04-07T00:00:00+00:00', status: 'active' })
  expect(await newestOrder()).toMatchObject({
    type: 'autocharge',
    currency: 'GBP',
    products: [{ code: 'NWPRO12', actionType: 'renew' }],
    totalPrices: { origin: '209.99', tax: '42.00', amountWithDiscountAndCouponAndTax: '251.99' },
    charges: [{ status: 'settled', amount: '251.99', paymentMethod: { type: 'card', data: { lastFourDigits: '1881' } } }],
  })
})

test('without an enabled token the charge is declined and the subscription expires', async () => {
  for (const chargeMethodTokenId of tokens) {
    await running.as().put(`/api/v3/buyers/${buyer}/disable-token`, { chargeMethodTokenId })
  }
  await expire()
  await vi.waitFor(async () => expect((await listed())?.status).toBe('expired'))
  expect(await listed()).toMatchObject({ endDate: '2025-05-06T00:00:00+00:00' })
  expect(await newestOrder()).toMatchObject({ type: 'autocharge', charges: [{ status: 'declined' }] })
})

describe('before the delay is over', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('nothing is renewed yet', async () => {
    await expire()
    expect((await listed())?.statusInfo.at(-1)?.reason).toBe('Renew now')
    vi.advanceTimersByTime(1)
    expect((await listed())?.statusInfo.at(-1)?.reason).toBe('renew')
  })

  test('a later end date calls the renewal off', async () => {
    await expire()
    await expire('2025-07-01')
    vi.advanceTimersByTime(1)
    expect(await listed()).toMatchObject({ endDate: '2025-07-01T00:00:00+00:00' })
  })

  test('the same end date again makes no second renewal', async () => {
    const { meta } = await history()
    await expire()
    await expire()
    vi.advanceTimersByTime(1)
    expect((await history()).meta.total).toBe(meta.total + 1)
  })
})
