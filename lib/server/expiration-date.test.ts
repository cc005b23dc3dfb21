import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { inZone } from '@/lib/dates'
import { changeExpirationDate, createBuyer, createInitialOrder } from '@/lib/operations'
import { soundBodies } from '@/lib/operations/testing/sound-bodies'
import { completed } from './completed'
import { type Asked, Desk } from './testing/desk'
import { northwind } from './testing/environment'
import { json, type Listener, listener } from './testing/listener'
import { requestTo } from './testing/request-to'

const desk = new Desk({ RETURN_URL_HOSTS: 'Shop.example.test, pay.example.test:8443' })
let service: Listener
beforeEach(async () => {
  service = await listener(json(200, { data: { id: 's-1', status: 'active' }, meta: { type: 'entity' } }))
  desk.serviceAt(service.url)
})

const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
const ends = (expirationDate: string, asked: Asked = {}) =>
  desk.ask(changeExpirationDate, {
    params: { buyerId: randomUUID(), subscriptionId: randomUUID() },
    body: { expirationDate, reason: 'Goodwill' },
    ...asked,
  })
const told = async (answer: Response) => ({
  status: answer.status,
  outcome: answer.headers.get('x-outcome'),
  code: answer.ok ? null : (await answer.json()).code,
  sent: service.received.length,
})
const confirmed = { 'x-confirmed-renewal': 'yes' }

describe('an end date of today renews and charges (A38), so it', () => {
  it('is not an agent’s to choose, confirmed or not', async () => {
    expect(await told(await ends(day(0)))).toEqual({ status: 403, outcome: 'not-sent', code: 'approval_required', sent: 0 })
    expect(await told(await ends(day(0), { headers: confirmed }))).toEqual({
      status: 403,
      outcome: 'not-sent',
      code: 'approval_required',
      sent: 0,
    })
  })

  it.each([{ 'x-confirmed-renewal': '' }, { 'x-confirmed-renewal': 'no' }, { 'x-confirmed-renewal': 'true' }])(
    'is asked about again where a manager says %j',
    async (headers) => {
      expect(await told(await ends(day(0), { as: 'manager', headers }))).toEqual({
        status: 422,
        outcome: 'not-sent',
        code: 'confirm_required',
        sent: 0,
      })
    },
  )

  it('is done where a manager has confirmed it', async () => {
    expect(await told(await ends(day(0), { as: 'manager', headers: confirmed }))).toEqual({
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
    fields: [{ field: 'expirationDate', title: `Not earlier than today, ${day(0)} in UTC` }],
  })
  expect(service.received).toEqual([])
})

it.each([2, 30, 300])('an end date %i days from now is an agent’s to choose', async (days) => {
  expect(await told(await ends(day(days)))).toEqual({ status: 200, outcome: 'done', code: null, sent: 1 })
})

describe('today is the service’s day, in the zone of the account', () => {
  const about = (timeZone: string, now: string) => ({
    ...requestTo('', { merchant: { timeZone } }),
    person: {} as never,
    renewalConfirmed: false,
    actionId: '',
    now: new Date(now),
  })
  const rule = (expirationDate: string, zone: string, now: string) => () =>
    completed(changeExpirationDate, { expirationDate, reason: 'x' }, about(zone, now))

  it.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['Asia/Tokyo', '2026-03-01T15:00:00.000Z', '2026-03-02'],
    ['America/New_York', '2026-03-08T04:59:59.000Z', '2026-03-07'],
    ['Europe/Berlin', '2026-03-28T23:30:00.000Z', '2026-03-29'], // the night the clocks go forward
    ['Pacific/Kiritimati', '2026-03-01T10:00:00.000Z', '2026-03-02'],
  ])('in %s at %s it is %s', async (zone, now, today) => {
    expect(inZone(Date.parse(now), zone).day).toBe(today)
    await expect(rule(today, zone, now)()).rejects.toThrow('Today’s date needs a confirmation.')
  })

  it('the day before is past and the day after is sent', async () => {
    const now = '2026-03-01T15:00:00.000Z'
    await expect(rule('2026-03-01', 'Asia/Tokyo', now)()).rejects.toThrow('Correct the marked fields')
    expect(await rule('2026-03-03', 'Asia/Tokyo', now)()).toEqual({ expirationDate: '2026-03-03', reason: 'x' })
  })
})

describe('what a body cannot know by itself', () => {
  it('is the merchant’s code of a new buyer, and that an empty map is left out (D19)', async () => {
    const { merchantCode: _, ...buyer } = soundBodies.createBuyer
    await desk.ask(createBuyer, { body: { ...buyer, buyerMeta: {} } })
    const { buyerMeta: __, ...sent } = buyer
    expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ merchantCode: northwind.code, ...sent })
  })

  it('is that a code is of another account', async () => {
    const answer = await desk.ask(createBuyer, { body: { ...soundBodies.createBuyer, merchantCode: 'southbay' } })
    expect(await answer.json()).toMatchObject({ status: 422, fields: [{ field: 'merchantCode' }] })
  })

  it.each([
    ['https://shop.example.test/thanks?{x}', 1],
    ['https://pay.example.test:8443/', 1],
    ['https://pay.example.test/', 0],
    ['https://evil.test/', 0],
    ['https://shop.example.test.evil.test/', 0],
  ])('is which hosts a buyer may be sent back to: %s (A30)', async (returnUrl, sent) => {
    const answer = await desk.ask(createInitialOrder, {
      body: { ...soundBodies.createInitialOrder, returnUrl, sequence: `${Date.now()}00000`.slice(0, 18) },
    })
    expect(service.received).toHaveLength(sent)
    if (sent === 0)
      expect(await answer.json()).toMatchObject({
        status: 422,
        fields: [{ field: 'returnUrl', title: 'Only these hosts are allowed: shop.example.test, pay.example.test:8443' }],
      })
  })
})
