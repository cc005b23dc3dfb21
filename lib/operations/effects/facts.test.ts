import { describe, expect, it } from 'vitest'
import { rules } from '../rules'
import { ofBuyer, ofSubscription } from './situation-for-tests'

const subscription = { id: 's-1', status: 'active', autoChargeStatus: true, endDate: '2026-06-30T12:55:48+00:00' }
const changing = [
  ['changeAutochargeStatus', { autochargeStatus: true }],
  ['changeExpirationDate', { expirationDate: '2026-06-30' }],
  ['downgradeSubscription', { productId: 'p-1' }],
] as const

/** What a command teaches, asked without its own types: here they are a table. */
const learns = (command: keyof typeof rules, data: unknown, params: Record<string, string>, body: unknown = {}) =>
  rules[command].learns({ data } as never, { params, body } as never)
const fact = (entity: string, field: string, value: unknown) => ({ entity, field, value })

describe.each(changing)('from the answer of %s', (command, body) => {
  const of = (more: Record<string, unknown>, params: Record<string, string> = ofSubscription) =>
    learns(command, { ...subscription, product: null, isTokenized: null, ...more }, params, body)

  // A downgrade has changed the product, which its answer leaves out.
  const product = command === 'downgradeSubscription' ? [fact('subscription:s-1', 'product', null)] : []

  it('the subscription it tells is learnt, whatever was asked for', () => {
    expect(of({})).toEqual({
      buyerId: ofSubscription.buyerId,
      facts: [
        ...product,
        fact('subscription:s-1', 'status', 'active'),
        fact('subscription:s-1', 'autoChargeStatus', true),
        fact('subscription:s-1', 'endDate', '2026-06-30T12:55:48+00:00'),
      ],
    })
  })

  it('what it leaves out is not forgotten, but for a product that it has changed, and what it tells is learnt', () => {
    expect(of({}).facts.filter(({ field }) => field === 'product')).toEqual(product)
    const told = { id: 'p-2', name: 'Basic' }
    expect(of({ product: told, isTokenized: false }).facts.slice(-2)).toEqual([
      fact('subscription:s-1', 'product', told),
      fact('subscription:s-1', 'isTokenized', false),
    ])
  })

  it('no buyer is learnt where none was named', () => {
    expect(of({}, {}).buyerId).toBeNull()
  })
})

describe('from a command that was done', () => {
  it.each([
    ['disableToken', false],
    ['enableToken', true],
  ] as const)('%s: that the token is enabled is %s', (command, isEnabled) => {
    const body = { chargeMethodTokenId: 7 }
    expect(learns(command, null, ofBuyer, body)).toEqual({ ...ofBuyer, facts: [fact('token:7', 'isEnabled', isEnabled)] })
    expect(learns(command, null, {}, body).buyerId).toBeNull()
  })

  it('changeBuyerEmail: the e-mail that was sent', () => {
    const body = { email: 'new@example.test' }
    expect(learns('changeBuyerEmail', null, ofBuyer, body)).toEqual({
      ...ofBuyer,
      facts: [fact('buyer', 'email', 'new@example.test')],
    })
    expect(learns('changeBuyerEmail', null, {}, body).buyerId).toBeNull()
  })

  it('createBuyer: the buyer that the answer names, with what was given of them', () => {
    const body = { email: 'new@example.test', country: 'DE', zip: '10115' }
    const facts = [fact('buyer', 'email', 'new@example.test'), fact('buyer', 'country', 'DE')]
    expect(learns('createBuyer', { id: 'b-9' }, {}, body)).toEqual({ buyerId: 'b-9', facts })
    expect(learns('createBuyer', { id: 'b-9' }, {}, { ...body, locale: 'de' }).facts).toEqual([
      ...facts,
      fact('buyer', 'locale', 'de'),
    ])
  })

  it('createInitialOrder: nothing, for its link is opened for no buyer the service names', () => {
    expect(learns('createInitialOrder', { url: 'https://pay.example.test/' }, ofBuyer)).toEqual({ buyerId: null, facts: [] })
  })
})

it.each([
  ['createBuyer', 'findBuyerByEmail'],
  ['disableToken', 'listTokens'],
  ['enableToken', 'listTokens'],
  ['createInitialOrder', 'getChargeHistory'],
  ['changeAutochargeStatus', 'listSubscriptions'],
  ['changeExpirationDate', 'listSubscriptions'],
  ['downgradeSubscription', 'listSubscriptions'],
  ['changeBuyerEmail', 'findBuyerByEmail'],
] as const)('whether %s was applied is seen by %s', (command, check) => {
  expect(rules[command].check).toBe(check)
})
