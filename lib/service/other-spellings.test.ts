import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CommandName, commands } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand } from './ask'

// Whatever changes an answer on its way may name things as it likes.

beforeEach(() => startWith())

const other = randomUUID()
const tokenId = validBodies.disableToken.chargeMethodTokenId

const answered = async (name: CommandName, body: unknown, { status = 200, headers = {} } = {}) =>
  sendCommand(
    commands[name] as Operation<'command'>,
    requestTo((await listener(json(status, body, headers))).url, {
      params: { buyerId, subscriptionId },
      body: validBodies[name],
    }),
  )
const codeOf = async (...given: Parameters<typeof answered>) => {
  const { proves, code } = await failureIn(answered(...given))
  return [proves, code]
}

const subscription = (more: object = {}, beside: object = {}) => ({
  data: {
    id: subscriptionId,
    buyerId,
    status: 'active',
    autoChargeStatus: validBodies.changeAutochargeStatus.autochargeStatus,
    ...more,
  },
  meta: { type: 'entity' },
  ...beside,
})

describe('a success that says under any name that it failed proves nothing', () => {
  it.each([
    subscription({}, { status: false }),
    subscription({}, { status: 'rejected' }),
    subscription({}, { code: 422 }),
    subscription({}, { code: 3000 }),
    subscription({}, { httpStatus: '500', statusCode: 500 }),
    subscription({}, { accepted: false }),
    subscription({}, { wasSuccessful: 'n' }),
    subscription({}, { unsuccessful: true }),
    subscription({}, { err: 'Not allowed' }),
    subscription({}, { success: [] }),
    subscription({}, { success: { value: false } }),
    subscription({}, { error_msg: 'Not allowed' }),
    subscription({}, { failureReason: 'Not allowed' }),
    subscription({}, { validationErrors: ['no'] }),
    subscription({}, { 'err\u043er': 'Not allowed' }),
    subscription({}, { response: { error: 'Not allowed' } }),
    subscription({ result: { success: false } }),
    subscription({ httpStatusCode: 500 }),
    subscription({}, { meta: { applied: false } }),
    subscription({}, { meta: { info: { errors: ['no'] } } }),
    subscription({}, { meta: { status: { success: false } } }),
    subscription({}, { meta: 'could not be done' }),
  ])('%j', async (body) => {
    expect(await codeOf('changeAutochargeStatus', body)).toEqual(['unknown', 'denied_success'])
  })

  it.each([{ data: { denied: true } }, { data: { declined: true } }, { data: { wasRefused: true } }, { data: { success: 'n' } }])(
    '%j where nothing is due',
    async (body) => {
      expect(await codeOf('disableToken', body)).toEqual(['unknown', 'denied_success'])
    },
  )

  it.each([
    { data: { buyerId, status: 'rejected' } },
    { data: { postponed: true } },
    { data: true, meta: 'x' },
    { data: true, links: {} },
  ])('%j where nothing is due isn’t one that’s known', async (body) => {
    expect((await codeOf('disableToken', body))[0]).toBe('unknown')
  })
})

describe('a success that names another under any name proves nothing', () => {
  it.each([
    subscription({ subscription_id: other }),
    subscription({ SubscriptionID: other }),
    subscription({ uuid: other }),
    subscription({ ID: other }),
    subscription({ subscription: other }),
    subscription({ subscription: { buyerId: other } }),
    subscription({ buyerUuid: other }),
    subscription({ buyer: { uuid: other } }),
    subscription({ buyer: { ID: other } }),
    subscription({ buyerIds: [other] }),
    subscription({ buyerId: { id: other } }),
    subscription({}, { subscriptionId: other }),
    subscription({}, { meta: { subscriptionId: other } }),
    subscription({}, { response: { buyer_id: other } }),
  ])('%j', async (body) => {
    expect(await codeOf('changeAutochargeStatus', body)).toEqual(['unknown', 'answer_about_another'])
  })

  it.each([
    { data: true, meta: { chargeMethodTokenId: 1 } },
    { data: true, meta: { token: { id: 1 } } },
    { data: { buyerId, chargeMethodToken: { id: '1' } } },
    { data: { buyerId, tokens: [{ id: 1 }, { id: 2 }] } },
    { data: { buyerId, chargeMethodTokenIds: [1] } },
  ])('another token: %j', async (body) => {
    expect(await codeOf('disableToken', body)).toEqual(['unknown', 'answer_about_another'])
  })

  it.each([
    { data: { id: buyerId, emailAddress: 'someone@example.test' } },
    { data: { id: buyerId, newEmail: 'someone@example.test' } },
    { data: { id: buyerId, 'e-mail': { value: 'someone@example.test' } } },
    { data: { id: buyerId, attributes: { email: 'someone@example.test' } } },
    { data: { id: buyerId, buyer: { email: 'someone@example.test' } } },
  ])('another address: %j', async (body) => {
    expect(await codeOf('changeBuyerEmail', body)).toEqual(['unknown', 'answer_about_another'])
  })

  it('but one that names several, and it among them', async () => {
    await answered('disableToken', { data: { buyerId, tokens: [{ id: 1 }, { id: tokenId }] } })
    await answered(
      'changeAutochargeStatus',
      subscription({ subscriptions: [{ id: other }, { id: subscriptionId }], customerId: other }),
    )
  })

  it('an order made with another mark or for another address', async () => {
    const page = (more: object, params: object = {}) => ({
      data: { url: 'https://pay.example.test/x', params, ...more },
      meta: [],
    })
    const mark = { counterfoilActionId: other }
    const buyer = { email: 'buyer@example.test' }
    const body = { ...validBodies.createInitialOrder, buyer, metaData: { counterfoilActionId: randomUUID() } }
    const made = async (answer: unknown) =>
      sendCommand(
        commands.createInitialOrder as Operation<'command'>,
        requestTo((await listener(json(200, answer))).url, { params: {}, body }),
      )
    for (const answer of [
      page({}, { meta_data: mark }),
      page({ metaData: mark }),
      page({ metaData: [mark] }),
      page({}, { metaData: { CounterfoilActionId: other } }),
      page({}, { buyerEmail: 'someone@example.test' }),
      page({}, { buyer: { email: 'someone@example.test' } }),
    ])
      expect(await failureIn(made(answer))).toMatchObject({ proves: 'unknown', code: 'answer_about_another' })
    await made(page({}, { metaData: body.metaData, email: 'buyer@example.test', url: 'https://shop.example.test' }))
  })
})

describe('a refusal that speaks against itself proves nothing', () => {
  const refusal = { uuid: null, code: 3000, message: 'Not now', traceId: 't-1' }
  it.each([
    [{ ...refusal, applied: true }, 'denied_success'],
    [{ ...refusal, success: 'true', id: subscriptionId }, 'denied_success'],
    [{ ...refusal, status: 'success' }, 'denied_success'],
    [{ ...refusal, meta: { result: 'ok' } }, 'denied_success'],
    [{ ...refusal, http_status: 200 }, 'denied_success'],
    [{ ...refusal, buyerId: other }, 'answer_about_another'],
  ])('%j', async (body, code) => {
    for (const status of [404, 409, 422])
      expect(await codeOf('changeAutochargeStatus', body, { status })).toEqual(['unknown', code])
  })

  it('but one whose errors name what was in the way is a refusal', async () => {
    const errors = [{ field: 'autochargeStatus', title: 'Another one renews', values: { subscriptionId: other, buyerId: other } }]
    expect(await codeOf('changeAutochargeStatus', { ...refusal, errors }, { status: 422 })).toEqual(['refused', '3000'])
  })

  it('but one that says that it didn’t work is a refusal', async () => {
    for (const beside of [{ success: false }, { status: 422 }, { status: 'error' }, { status: null }, { result: 'failed' }])
      expect(await codeOf('changeAutochargeStatus', { ...refusal, ...beside }, { status: 422 })).toEqual(['refused', '3000'])
  })
})

describe('an answer that was kept since an earlier request proves nothing of a command', () => {
  const headers = { age: '86400' }
  it('a success, none and a refusal', async () => {
    const refusal = { uuid: null, code: 3000, message: 'Not now', traceId: 't-1' }
    expect(await codeOf('changeAutochargeStatus', subscription(), { headers })).toEqual(['unknown', 'cached_answer'])
    expect(await codeOf('disableToken', { data: true }, { headers })).toEqual(['unknown', 'cached_answer'])
    expect(await codeOf('changeAutochargeStatus', refusal, { status: 422, headers })).toEqual(['unknown', 'cached_answer'])
    await answered('changeAutochargeStatus', subscription(), { headers: { age: '0' } })
  })
})
