import { describe, expect, it } from 'vitest'
import { inverse, predict } from '.'
import { active, knownOf, laterIn, observedAt, ofBuyer, ofSubscription, rowsIn, situationOf } from './situation-for-tests'

describe('downgrade', () => {
  const productId = '4a9fa243-8c80-4f38-9e5b-83b419b908ef'
  const input = { params: ofSubscription, body: { productId } }
  const product = { id: 'ee009063-4b1b-4164-9def-381c7a884707', name: 'Northwind Plus 3 months', code: 'NWPLUS3' }

  it('names both products where they are told, and an end date it cannot foresee', () => {
    const products = [{ id: productId, name: 'Northwind Basic', code: 'NWBASIC1' }]
    const effect = predict('downgradeSubscription', input, situationOf({ ...active, product }, { products }))
    expect(rowsIn(effect)).toEqual([
      'Product: Northwind Plus 3 months > Northwind Basic',
      'End date: 30 Jun 2026 > ?',
      'Autocharge: On > On',
      'Status: active > active',
    ])
    expect(effect.rows[0]?.expects).toBe(productId)
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('moved up again') })
  })

  it('shows an id where no name is told', () => {
    expect(rowsIn(predict('downgradeSubscription', input, situationOf({})))[0]).toBe(`Product: ? > ${productId}`)
  })

  it('warns of a product that is not listed, that it has already, and of an ended subscription', () => {
    const warnings = (known: Record<string, unknown>, products?: []) =>
      predict('downgradeSubscription', input, situationOf(known, products && { products })).warnings
    expect(warnings({}, [])[0]).toContain('does not list')
    expect(warnings({ product: { ...product, id: productId } })[0]).toContain('already')
    expect(warnings({ status: 'suspended' })[0]).toContain('cannot be revived')
  })
})

describe('tokens', () => {
  const input = { params: ofBuyer, body: { chargeMethodTokenId: 1190417 } }
  const card = { method: 'fa8d6978-c0e2-46bf-a776-562ee3be6b98', isEnabled: true }

  it('disabling stops this token and leaves the others', () => {
    const effect = predict('disableToken', input, situationOf(card))
    expect(rowsIn(effect)).toEqual(['Token: Enabled > Disabled'])
    expect(effect.rows[0]).toMatchObject({ beforeAsOf: observedAt, expects: false, changes: true })
    expect(laterIn(effect)).toEqual([
      '2026-05-14T12:06.. A charge with this token fails.',
      'Only this token is disabled. Other tokens of the same payment method stay usable.',
      'Autocharge may use another token of the buyer. Without one it fails.',
    ])
    expect(effect.undo).toEqual({ possible: true, verb: 'Enable token', until: null, note: null })
  })

  it.each([
    [{ 1190417: card }, 'No other token of the same payment method is known to be enabled.', 1],
    [
      { 1190417: card, 2: { ...card, method: 'another' } },
      'No other token of the same payment method is known to be enabled.',
      0,
    ],
    [{ 1190417: card, 2: card, 3: { ...card, isEnabled: false } }, 'One other token of the same payment method stays usable.', 0],
    [{ 1190417: card, 2: card, 3: card }, '2 other tokens of the same payment method stay usable.', 0],
  ])('counts the other tokens where they are told', (told, says, warnings) => {
    const tokens = Object.fromEntries(Object.entries(told).map(([id, token]) => [id, knownOf(token)]))
    const effect = predict('disableToken', input, situationOf(card, { tokens }))
    expect(laterIn(effect)[1]).toBe(`Only this token is disabled. ${says}`)
    expect(effect.warnings).toHaveLength(warnings)
  })

  it('enabling is taken back by disabling the same token', () => {
    const before = { ...card, isEnabled: false }
    expect(rowsIn(predict('enableToken', input, situationOf(before)))).toEqual(['Token: Disabled > Enabled'])
    expect(inverse('enableToken', input, knownOf(before), new Date(), 'UTC')).toEqual({
      command: { operation: 'disableToken', ...input },
    })
  })

  it('has nothing to take back where the state was the same or is not known', () => {
    expect(predict('disableToken', input, situationOf({ ...card, isEnabled: false }))).toMatchObject({
      ...{ rows: [{ changes: false }], warnings: ['The token is disabled already, as far as is known.'] },
      undo: { possible: false, why: expect.stringContaining('nothing to take back') },
    })
    expect(predict('enableToken', input, situationOf({})).undo).toMatchObject({ why: expect.stringContaining('not known') })
  })
})

describe('change e-mail', () => {
  const input = { params: ofBuyer, body: { email: 'new@example.test' } }
  const back = (email: unknown) => inverse('changeBuyerEmail', input, knownOf({ email }), new Date(), 'UTC')

  it('shows both addresses in rows and in no sentence', () => {
    const effect = predict('changeBuyerEmail', input, situationOf({ email: 'old@example.test' }))
    expect(rowsIn(effect)).toEqual(['E-mail: old@example.test > new@example.test'])
    expect(JSON.stringify([effect.later, effect.warnings, effect.undo])).not.toContain('@')
    expect(effect.warnings).toEqual([expect.stringContaining('the first try has worked')])
    expect(effect.undo).toMatchObject({ possible: true, verb: 'Change e-mail' })
  })

  it('goes back to the one known before', () => {
    expect(back('old@example.test')).toEqual({
      command: { operation: 'changeBuyerEmail', params: ofBuyer, body: { email: 'old@example.test' } },
    })
  })

  it.each([
    ['not known', undefined],
    ['the same', 'new@example.test'],
    ['masked', 'o••@e••••••.test'],
    ['no text', 7],
  ])('does not go back where the one before is %s', (_, email) => {
    expect(back(email)).toEqual({ command: null, why: expect.any(String) })
  })

  it('says where the e-mail before is only that of a token', () => {
    const situation = situationOf({})
    const email = { value: 'old@example.test', observedAt, source: 'read', operation: 'listTokens', person: null } as const
    const effect = predict('changeBuyerEmail', input, { ...situation, known: { email } })
    expect(effect.warnings[0]).toContain('seen on a token')
    expect(effect.undo).toMatchObject({ note: expect.stringContaining('seen on a token') })
  })
})

describe('what is made', () => {
  it('a buyer has nothing before, and cannot be taken back', () => {
    const body = { email: 'new@example.test', country: 'DE', locale: 'de', zip: '10115' }
    const effect = predict('createBuyer', { params: {}, body }, situationOf({}))
    expect(rowsIn(effect)).toEqual(['E-mail: none > new@example.test', 'Country: none > DE', 'Language: none > de'])
    expect(effect.warnings).toEqual([expect.stringContaining('makes another buyer')])
    expect(effect.undo.possible).toBe(false)
  })

  it('an order makes a link and takes no money itself', () => {
    const products = [
      { productCode: 'NWPLUS3', quantity: 2, couponCode: 'SPRING25', autochargeStatus: false },
      { productCode: 'NWBASIC1', customPrice: 5 },
    ]
    const body = {
      isMobile: false,
      returnUrl: 'https://shop.example.test/',
      products,
      discount: 12.5,
      currency: 'EUR',
      buyer: { email: 'new@example.test' },
    }
    const effect = predict('createInitialOrder', { params: {}, body }, situationOf({}))
    expect(rowsIn(effect)).toEqual([
      'Product: none > 2 × NWPLUS3, coupon SPRING25, autocharge off',
      'Product: none > NWBASIC1, own price 5',
      'Discount: none > 12.5 %',
      'Currency: none > EUR',
      'E-mail: none > new@example.test',
    ])
    expect(laterIn(effect)).toEqual([
      expect.stringContaining('takes no money itself'),
      'Once paid, autocharge may charge later terms.',
    ])
    expect(effect.warnings[0]).toContain('another order')
    expect(effect.undo.possible).toBe(false)
  })
})

it.each(['listTokens', 'constructor', ''])('nothing is foreseen of %j, which is no command', (operation) => {
  expect(predict(operation, { params: {}, body: undefined }, situationOf({}))).toMatchObject({
    rows: [],
    undo: { possible: false },
  })
})
