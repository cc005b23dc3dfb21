import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { completed } from '@/lib/commands/server/requirements'
import { inZone } from '@/lib/core/dates'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { rules } from '@/lib/operations/rules'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { type CallOptions, Dashboard } from './dashboard'
import { northwind } from './environment'
import { applied, type Listener, listener } from './listener'
import { requestTo } from './request-to'

const dashboard = new Dashboard({ RETURN_URL_HOSTS: 'Shop.example.test, pay.example.test:8443' })
let service: Listener
beforeEach(async () => {
  service = await listener(applied)
  dashboard.serviceAt(service.url)
})

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const ends = (expirationDate: string, asked: CallOptions = {}) =>
  dashboard.ask(changeExpirationDate, {
    params: { buyerId: randomUUID(), subscriptionId: randomUUID() },
    body: { expirationDate, reason: 'Goodwill' },
    ...asked,
  })
const resultOf = async (answer: Response) => ({
  status: answer.status,
  outcome: answer.headers.get('x-outcome'),
  code: answer.ok ? null : (await answer.json()).code,
  sent: service.received.length,
})
const confirmed = { 'x-confirmed-renewal': 'yes' }

describe('an end date of today renews and charges (A38), so it', () => {
  it('is not an agent’s to choose, confirmed or not', async () => {
    expect(await resultOf(await ends(day(0)))).toEqual({ status: 403, outcome: 'not-sent', code: 'approval_required', sent: 0 })
    expect(await resultOf(await ends(day(0), { headers: confirmed }))).toEqual({
      status: 403,
      outcome: 'not-sent',
      code: 'approval_required',
      sent: 0,
    })
  })

  it.each([{ 'x-confirmed-renewal': '' }, { 'x-confirmed-renewal': 'no' }, { 'x-confirmed-renewal': 'true' }])(
    'is asked about again where a manager says %j',
    async (headers) => {
      expect(await resultOf(await ends(day(0), { as: 'manager', headers }))).toEqual({
        status: 422,
        outcome: 'not-sent',
        code: 'confirm_required',
        sent: 0,
      })
    },
  )

  it('is done where a manager has confirmed it', async () => {
    expect(await resultOf(await ends(day(0), { as: 'manager', headers: confirmed }))).toEqual({
      status: 200,
      outcome: 'done',
      code: null,
      sent: 1,
    })
  })
})

it('an end date of yesterday is refused by name, and nothing is sent', async () => {
  const answer = await ends(day(-1), { as: 'manager', headers: confirmed })
  expect(await answer.json()).toMatchObject({
    status: 422,
    fields: [{ field: 'expirationDate', title: `Choose today (${day(0)} in UTC) or later` }],
  })
  expect(service.received).toEqual([])
})

it.each([2, 30, 300])('an end date %i days from now is an agent’s to choose', async (days) => {
  expect(await resultOf(await ends(day(days)))).toEqual({ status: 200, outcome: 'done', code: null, sent: 1 })
})

describe('today is the service’s day, in the zone of the account', () => {
  const northwindIn = (timeZone: string) => requestTo('', { merchant: { timeZone } }).merchant
  const rule = (expirationDate: string, zone: string, now: string) => () =>
    completed(
      {
        operation: changeExpirationDate,
        rules: rules.changeExpirationDate,
        body: { expirationDate, reason: 'x' },
        merchant: northwindIn(zone),
      },
      { renewalConfirmed: false, actionId: '', now: new Date(now) },
    )

  it.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['Asia/Tokyo', '2026-03-01T15:00:00.000Z', '2026-03-02'],
    ['America/New_York', '2026-03-08T04:59:59.000Z', '2026-03-07'],
    ['Europe/Berlin', '2026-03-28T23:30:00.000Z', '2026-03-29'], // the night the clocks go forward
    ['Pacific/Kiritimati', '2026-03-01T10:00:00.000Z', '2026-03-02'],
  ])('in %s at %s it is %s', async (zone, now, today) => {
    expect(inZone(Date.parse(now), zone).day).toBe(today)
    await expect(rule(today, zone, now)()).rejects.toThrow('Confirm the renewal to use today’s date.')
  })

  it('the day before is past and the day after is sent', async () => {
    const now = '2026-03-01T15:00:00.000Z'
    await expect(rule('2026-03-01', 'Asia/Tokyo', now)()).rejects.toThrow('Fix the highlighted fields')
    expect(await rule('2026-03-03', 'Asia/Tokyo', now)()).toEqual({ expirationDate: '2026-03-03', reason: 'x' })
  })
})

describe('what a body cannot know by itself', () => {
  it('is the merchant’s code of a new buyer, and that an empty map is left out (D19)', async () => {
    const { merchantCode: _, ...buyer } = validBodies.createBuyer
    await dashboard.ask(createBuyer, { body: { ...buyer, buyerMeta: {} } })
    const { buyerMeta: __, ...sent } = buyer
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ merchantCode: northwind.code, ...sent })
  })

  it('is that a code is of another account', async () => {
    const answer = await dashboard.ask(createBuyer, { body: { ...validBodies.createBuyer, merchantCode: 'southbay' } })
    expect(await answer.json()).toMatchObject({ status: 422, fields: [{ field: 'merchantCode' }] })
  })

  it.each([
    ['https://shop.example.test/thanks?{x}', 1],
    ['https://pay.example.test:8443/', 1],
    ['https://pay.example.test/', 0],
    ['https://evil.test/', 0],
    ['https://shop.example.test.evil.test/', 0],
  ])('is which hosts a buyer may be sent back to: %s (A30)', async (returnUrl, sent) => {
    const answer = await dashboard.ask(createInitialOrder, {
      body: { ...validBodies.createInitialOrder, returnUrl, sequence: `${Date.now()}00000`.slice(0, 18) },
    })
    expect(service.received).toHaveLength(sent)
    if (sent === 0)
      expect(await answer.json()).toMatchObject({
        status: 422,
        fields: [{ field: 'returnUrl', title: 'Use one of these hosts: shop.example.test, pay.example.test:8443' }],
      })
  })
})
