import { beforeEach, describe, expect, it } from 'vitest'
import { type CommandName, commands } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import {
  findBuyerByEmail,
  getChargeHistory,
  getOneClickPrices,
  listDowngradeTargets,
  listSubscriptions,
  listTokens,
} from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { failureIn, problemIn } from '@/lib/testing/endings'
import { startWith } from '@/lib/testing/environment'
import { json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendCommand, sendQuery } from './ask'
import { askForOrders } from './ask-for-orders'

beforeEach(() => startWith())

const subscription = {
  id: subscriptionId,
  buyerId,
  startDate: '2027-01-01T00:00:00+00:00',
  endDate: '2027-02-01T00:00:00+00:00',
  status: 'active',
  autoChargeStatus: false,
  isManual: false,
  createdAt: '2027-01-01T00:00:00+00:00',
  statusInfo: [{ status: 'expired', reason: 'Subscription expired', createdAt: '2027-01-01T00:00:00+00:00' }],
  freezeDetails: null,
}
const params = { metaData: { success: 'false', error: 'the merchant’s own' }, sequence: null, discount: 12.5, coupon: 'null' }

type Body = { data: Record<string, unknown>; meta: unknown }
const entity = (data: Body['data']): Body => ({ data, meta: { type: 'entity' } })

/** What the contract says of a success; where nothing is due, the buyer as the service's envelope would hold them (F12). */
const documented: Record<CommandName, Body> = {
  createBuyer: entity({ id: buyerId }),
  createInitialOrder: entity({ url: 'https://pay.example.test/Wq7LmR2x', params }),
  changeAutochargeStatus: entity(subscription),
  changeExpirationDate: entity(subscription),
  downgradeSubscription: entity(subscription),
  disableToken: entity({ buyerId }),
  enableToken: entity({ buyerId }),
  changeBuyerEmail: entity({ id: buyerId }),
}
const names = Object.keys(documented) as CommandName[]

const sent = (name: CommandName, url: string) =>
  sendCommand(
    commands[name] as Operation<'command'>,
    requestTo(url, { params: { buyerId, subscriptionId }, body: validBodies[name] }),
  )
const answeredTo = async (name: CommandName, body: unknown, status = 200) => sent(name, (await listener(json(status, body))).url)

const error = { code: 3000, message: 'Not today', traceId: 't-1' }
const atTop = (more: object) => (body: Body) => ({ ...body, ...more })
const inData = (more: object) => (body: Body) => ({ ...body, data: { ...body.data, ...more } })
const asMeta = (meta: unknown) => (body: Body) => ({ ...body, meta })
const noData = (meta: unknown) => () => ({ data: null, meta })

describe('a success that says that it failed proves nothing of any command', () => {
  it.each<[string, (body: Body) => unknown]>([
    ['an error of the service beside the answer', atTop(error)],
    ['errors beside it', atTop({ errors: [{ field: 'email', title: 'Taken' }] })],
    ['an error beside it', atTop({ error: { reason: 'no' } })],
    ['a message beside it, for only errors have one', atTop({ message: 'Not allowed' })],
    ['no success', atTop({ success: false })],
    ['no success, as text', atTop({ success: 'FALSE' })],
    ['a result that failed', atTop({ result: 'failed' })],
    ['a status that is an error', atTop({ status: 'error' })],
    ['a type that is an error', atTop({ type: 'error' })],
    ['no success in the data', inData({ success: false })],
    ['no success in the data, as text', inData({ success: 'false' })],
    ['no success in the data, as a number', inData({ success: 0 })],
    ['data that are not in order', inData({ ok: false })],
    ['data with the result that it failed', inData({ result: 'failed' })],
    ['data with the result error', inData({ result: 'Error' })],
    ['an error in the data', inData({ error: 'token not found' })],
    ['errors in the data', inData({ errors: ['x'] })],
    ['violations in the data', inData({ violations: [{ field: 'email', title: 'Taken' }] })],
    ['a message in the data, for no documented entity has one and an error of shape D has', inData({ message: 'Done' })],
    ['meta without success', asMeta({ success: false })],
    ['meta of an error', asMeta({ type: 'error', message: 'Not allowed' })],
    ['meta of the type error alone', asMeta({ type: 'error' })],
    ['an error in the meta', asMeta({ error: 'failed', message: 'Not allowed' })],
    ['an error in the meta and no data', noData({ error: 'failed', message: 'Not allowed' })],
    ['a message in the meta', asMeta({ type: 'entity', message: 'Not allowed' })],
    ['an error of another case', atTop({ Error: 'token not found' })],
    ['no success, in another case', atTop({ Success: false })],
    ['a flag that it was no success', atTop({ isSuccess: 'no' })],
    ['a flag that it failed', atTop({ failed: true })],
    ['a flag of errors', atTop({ has_errors: 1 })],
    ['the words of an error', atTop({ errorMessage: 'Not allowed' })],
    ['the status of an error, as a number', atTop({ status: 500 })],
    ['data with an error of another case', inData({ ERROR: 'x' })],
    ['data with a flag that it failed', inData({ isFailed: 'true' })],
    ['nothing but a flag that it failed', () => ({ data: { failed: true } })],
    ['meta of errors, as a list', asMeta([{ message: 'Not allowed' }])],
    ['meta that is the words of an error', asMeta('Validation failed')],
    ['meta that is a list of them', asMeta(['Validation failed'])],
  ])('with %s', async (_, changed) => {
    for (const name of names) {
      const failure = await failureIn(answeredTo(name, changed(documented[name])))
      expect([name, failure.proves, failure.keysRefused]).toEqual([name, 'unknown', undefined])
    }
  })

  it('nor does a part of an answer', async () => {
    for (const name of names)
      expect(await failureIn(answeredTo(name, documented[name], 206))).toMatchObject({
        proves: 'unknown',
        code: 'partial_answer',
      })
  })

  it('and is told in words of its own', async () => {
    const failure = await failureIn(answeredTo('createBuyer', { ...documented.createBuyer, success: false }))
    expect(failure).toMatchObject({
      code: 'denied_success',
      detail: 'The service’s answer says both that it worked and that it failed, so we don’t know whether it was applied.',
    })
  })
})

describe('a success is believed', () => {
  it.each<[string, (body: Body) => unknown]>([
    ['as it is documented', (body) => body],
    ['with an empty list as meta', asMeta([])],
    ['without meta', ({ data }) => ({ data })],
    ['with paging in the meta', asMeta({ type: 'entity', total: 0, offset: 0 })],
    ['with a success that is one', inData({ success: true, ok: 1, result: 'ok' })],
    ['with errors that are none', inData({ error: null, errors: [], message: '', violations: null })],
    [
      'with errors that are none in other spellings',
      inData({ hasErrors: false, failed: 0, error: 'null', Message: '', isOk: 1 }),
    ],
  ])('%s', async (_, changed) => {
    for (const name of names) await answeredTo(name, changed(documented[name]))
  })

  it('with fields that nobody knows, where an answer is due', async () => {
    const more = { customerId: buyerId, note: 'failed', lastError: 'declined', state: 'error', traceId: 't-1' }
    for (const name of names.filter((each) => commands[each].success !== 204))
      await answeredTo(name, { ...inData(more)(documented[name]), traceId: 't-1', code: 0, version: '2' })
  })

  it('with whatever status a subscription has, for that is its own', async () => {
    for (const status of ['failed', 'error', 'blocked', 'chargeback'])
      await answeredTo('changeAutochargeStatus', inData({ status })(documented.changeAutochargeStatus))
  })
})

describe('a read that says that it failed is no list and nothing else that could be shown', () => {
  const reads: [Operation<'query'>, unknown][] = [
    [getChargeHistory, []],
    [listSubscriptions, [subscription]],
    [listTokens, []],
    [findBuyerByEmail, { buyerId }],
    [getOneClickPrices, { bundles: [] }],
    [listDowngradeTargets, { products: [] }],
  ]
  const asked = async (operation: Operation<'query'>, body: unknown, status = 200) => {
    const { url } = await listener(json(status, body))
    const to = { buyerId, subscriptionId, email: 'a@example.test' }
    return sendQuery(operation, requestTo(url, { params: operation === findBuyerByEmail ? { email: to.email } : to }))
  }
  const detail = 'The service’s answer says that it failed, so we didn’t show or store any of it. Try again.'

  it.each(reads)('$name', async (operation, data) => {
    const meta = { type: 'collection', total: 0, offset: 0 }
    for (const body of [
      { data, meta, ...error },
      { data, meta, success: false },
      { data, meta: { ...meta, type: 'error' } },
    ])
      expect(await problemIn(asked(operation, body))).toMatchObject({ kind: 'unavailable', code: 'denied_success', detail })
    expect(await problemIn(asked(operation, { data, meta }, 206))).toMatchObject({ kind: 'unavailable', code: 'partial_answer' })
    await asked(operation, { data, meta })
  })

  it('nor a history that is read order by order', async () => {
    const { url } = await listener(json(200, { data: [], meta: { total: 0 }, ...error }))
    const reading = { deadlineMs: 4_000, signal: new AbortController().signal, onOrder: () => {} }
    expect(await failureIn(askForOrders(requestTo(url, { params: { buyerId } }), reading))).toMatchObject({
      proves: 'unknown',
      code: 'denied_success',
    })
  })
})
