import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Action } from '@/lib/commands/action'
import { answerDenies, whatToTell } from '@/lib/commands/action-words'
import { readAction } from '@/lib/commands/server/action-handlers'
import { knownThings } from '@/lib/knowledge/server/known-things'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { enableToken } from '@/lib/operations/enable-token/operation'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from './dashboard'
import { json, listener } from './listener'

const dashboard = new Dashboard()

/** What becomes of a command that is answered with this, and what the pages then make of its action. */
async function sent(operation: Operation, body: object, data: object, buyerId: string = randomUUID()) {
  const actionId = randomUUID()
  const own = JSON.parse(JSON.stringify(data).replaceAll('THE BUYER', buyerId))
  dashboard.serviceAt((await listener(json(200, { data: own, meta: { type: 'entity' } }))).url)
  const response = await dashboard.ask(operation, { params: { buyerId }, body, headers: { 'x-action-id': actionId } })
  const answer = response.status === 204 ? undefined : await response.json()
  const read = serveDashboard<{ actionId: string }>('read', readAction)
  const path = `/api/desk/actions/${actionId}`
  const action: Action = await (await dashboard.call(read, 'GET', path, { params: { actionId } })).json()
  const told = answer ?? action.answer?.body
  return {
    buyerId,
    state: action.state,
    status: response.status,
    answer,
    differences: action.differences,
    isDenied: answerDenies(action, told),
    reply: whatToTell(action, told, { zone: 'UTC', now: Date.now() }),
  }
}

const differing = (field: string, label: string, predicted: string, observed: string) => ({
  state: 'done',
  isDenied: true,
  reply: null,
  differences: [{ field, label, predicted, observed }],
})
const asForeseen = { state: 'done', isDenied: false, differences: [] }

describe('a success that shows another e-mail than was sent', () => {
  it('is done, and tells nobody that the address was changed', async () => {
    const shown = await sent(changeBuyerEmail, { email: 'new@example.test' }, { id: 'THE BUYER', email: 'old@example.test' })
    expect(shown).toMatchObject(differing('email', 'E-mail', 'n•••@e••••••.test', 'o•••@e••••••.test'))
    expect(shown.status).toBe(204)
  })

  it('differs also where both look the same once they are masked', async () => {
    const shown = await sent(changeBuyerEmail, { email: 'nina@example.test' }, { id: 'THE BUYER', email: 'nova@example.test' })
    expect(shown).toMatchObject(differing('email', 'E-mail', 'n•••a@e••••••.test', 'n•••a@e••••••.test'))
  })

  it('leaves known what it shows', async () => {
    const { buyerId } = await sent(
      changeBuyerEmail,
      { email: 'new@example.test' },
      { id: 'THE BUYER', email: 'old@example.test' },
    )
    expect((await knownThings('northwind', buyerId)).get('buyer')?.email?.value).toBe('old@example.test')
  })

  it.each([
    ['the one that was sent', 'new@example.test'],
    ['it in another case', 'NEW@Example.test'],
  ])('but not where it shows %s', async (_, email) => {
    const shown = await sent(changeBuyerEmail, { email: 'new@example.test' }, { id: 'THE BUYER', email })
    expect(shown).toMatchObject({ ...asForeseen, reply: [{ key: 'emailChanged' }] })
  })

  it('nor where it shows none, which is answered with nothing as ever', async () => {
    const shown = await sent(changeBuyerEmail, { email: 'new@example.test' }, { id: 'THE BUYER' })
    expect(shown).toMatchObject({ ...asForeseen, status: 204, answer: undefined, reply: [{ key: 'emailChanged' }] })
  })
})

describe('a success that shows a token as it was', () => {
  const one = () => ({ chargeMethodTokenId: Math.ceil(Math.random() * 1e9) })

  it.each([
    ['disabled', true, 'Disabled', 'Enabled'],
    ['disabled', 'true', 'Disabled', 'Enabled'],
    ['disabled', 1, 'Disabled', 'Enabled'],
    ['enabled', false, 'Enabled', 'Disabled'],
    ['enabled', '0', 'Enabled', 'Disabled'],
  ])('is done with that difference: to be %s, answered with %j', async (to, isEnabled, predicted, observed) => {
    const body = one()
    const operation = to === 'disabled' ? disableToken : enableToken
    const shown = await sent(operation, body, { buyerId: 'THE BUYER', isEnabled })
    expect(shown).toMatchObject(differing('isEnabled', 'Token', predicted, observed))
    const known = await knownThings('northwind', shown.buyerId)
    expect(known.get(`token:${body.chargeMethodTokenId}`)?.isEnabled?.value).toBe(operation === disableToken)
  })

  it('is so, too, where it was known to be as asked for already', async () => {
    const [buyerId, body] = [randomUUID(), one()]
    await sent(disableToken, body, { buyerId: 'THE BUYER', isEnabled: false }, buyerId)
    const shown = await sent(disableToken, body, { buyerId: 'THE BUYER', isEnabled: true }, buyerId)
    expect(shown).toMatchObject(differing('isEnabled', 'Token', 'Disabled', 'Enabled'))
  })

  it('but not where it shows what was asked for', async () => {
    const shown = await sent(disableToken, one(), { buyerId: 'THE BUYER', isEnabled: false })
    expect(shown).toMatchObject({ ...asForeseen, reply: [{ key: 'tokenOff' }] })
  })
})

describe('an order that was made with something else', () => {
  const order = { ...validBodies.createInitialOrder, discount: 10 }
  const made = (params: object) => {
    const metaData = { of: randomUUID() } // an order of its own
    return sent(createInitialOrder, { ...order, metaData }, { url: 'https://pay.example.test/Wq7LmR2x', params })
  }

  const madeBare = (params: object) => {
    const { isMobile, returnUrl } = order
    const bare = { isMobile, returnUrl, products: [{ productCode: 'NWPLUS1' }], metaData: { of: randomUUID() } }
    return sent(createInitialOrder, bare, { url: 'https://pay.example.test/Wq7LmR2x', params })
  }

  it.each([
    ['a discount', { discount: 50 }, ['discount', 'Discount', '10%', '50%']],
    ['no discount', { discount: 0 }, ['discount', 'Discount', '10%', '0%']],
    ['a coupon', { coupon: 'OTHER' }, ['coupon', 'Coupon', 'WELCOME10', 'OTHER']],
    ['a sequence', { sequence: '9999999999999999' }, ['sequence', 'Sequence', '1234567890123456789', '9999999999999999']],
  ] as const)('is done and says so: %s', async (_, params, [field, label, predicted, observed]) => {
    expect(await made(params)).toMatchObject(differing(field, label, predicted, observed))
  })

  it.each([
    ['the same', { discount: 10, coupon: 'WELCOME10', sequence: '1234567890123456789' }],
    ['the same in other spellings', { discount: '10.00', coupon: 'welcome10' }],
    ['nothing of it', {}],
    ['null or its word, which doesn’t mean that none applied', { discount: null, coupon: 'null', sequence: null }],
  ])('is as foreseen where the answer says %s', async (_, params) => {
    expect(await made(params)).toMatchObject(asForeseen)
  })

  it.each([
    ['a discount', { discount: 50 }, ['discount', 'Discount', '50%']],
    ['a coupon', { coupon: 'OTHER' }, ['coupon', 'Coupon', 'OTHER']],
    ['a sequence', { sequence: '9999999999999999' }, ['sequence', 'Sequence', '9999999999999999']],
  ] as const)('says so, too, where nothing of it was sent: %s', async (_, params, [field, label, observed]) => {
    expect(await madeBare(params)).toMatchObject(differing(field, label, 'none', observed))
  })

  it('is as foreseen where nothing of it was sent and the answer says nothing of it, or a discount of nothing', async () => {
    for (const params of [{}, { discount: 0, coupon: null, sequence: 'null' }, { discount: '0.00', coupon: '' }])
      expect(await madeBare(params)).toMatchObject(asForeseen)
  })

  it('is as foreseen where a discount with decimals is answered as a whole number', async () => {
    const whole = (discount: number) =>
      sent(
        createInitialOrder,
        { ...order, discount: 12.5, metaData: { of: randomUUID() } },
        { url: 'https://pay.example.test/x', params: { discount } },
      )
    expect(await whole(12)).toMatchObject(asForeseen)
    expect(await whole(14)).toMatchObject({ isDenied: true })
  })
})
