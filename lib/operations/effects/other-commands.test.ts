import { describe, expect, it } from 'vitest'
import { orderMark } from '../create-initial-order/order-mark'
import { predict, undoCommand } from '../predict'
import { ruledCommand, rules } from '../rules'
import { active, knownOf, laterIn, observedAt, ofBuyer, ofSubscription, rowsIn, situationOf } from './situation-for-tests'

describe('downgrade', () => {
  const productId = '4a9fa243-8c80-4f38-9e5b-83b419b908ef'
  const input = { params: ofSubscription, body: { productId } }
  const product = { id: 'ee009063-4b1b-4164-9def-381c7a884707', name: 'Northwind Plus 3 months', code: 'NWPLUS3' }

  it('names both products where they are told, and an end date it cannot foresee', () => {
    const products = [{ id: productId, name: 'Northwind Basic', code: 'NWBASIC1' }]
    const effect = predict(rules.downgradeSubscription, input, situationOf({ ...active, product }, { products }))
    expect(rowsIn(effect)).toEqual([
      'Product: Northwind Plus 3 months > Northwind Basic',
      'End date: 30 Jun 2026 > ?',
      'Autocharge: On > On',
      'Status: active > active',
    ])
    expect(effect.rows[0]?.expects).toBe(productId)
    expect(effect.undo).toMatchObject({ possible: false, why: expect.stringContaining('can’t upgrade') })
  })

  it('shows an id where no name is told', () => {
    expect(rowsIn(predict(rules.downgradeSubscription, input, situationOf({})))[0]).toBe(`Product: ? > ${productId}`)
  })

  it('warns of a product that is not listed, that it has already, and of an ended subscription', () => {
    const warnings = (known: Record<string, unknown>, products?: []) =>
      predict(rules.downgradeSubscription, input, situationOf(known, products && { products })).warnings
    expect(warnings({}, [])[0]).toContain('doesn’t list')
    expect(warnings({ product: { ...product, id: productId } })[0]).toContain('already')
    expect(warnings({ status: 'suspended' })[0]).toContain('can’t be reactivated')
  })
})

describe('tokens', () => {
  const input = { params: ofBuyer, body: { chargeMethodTokenId: 1190417 } }
  const card = { method: 'fa8d6978-c0e2-46bf-a776-562ee3be6b98', isEnabled: true }

  it('disabling stops this token and leaves the others', () => {
    const effect = predict(rules.disableToken, input, situationOf(card))
    expect(rowsIn(effect)).toEqual(['Token: Enabled > Disabled'])
    expect(effect.rows[0]).toMatchObject({ beforeAsOf: observedAt, expects: false, changes: true })
    expect(laterIn(effect)).toEqual([
      '2026-05-14T12:06.. Charges with this token fail.',
      'Only this token is disabled. Other tokens for this payment method aren’t affected.',
      'Autocharge may use another of the buyer’s tokens. If none is enabled, it fails.',
    ])
    expect(effect.undo).toEqual({ possible: true, verb: 'Enable token', until: null, note: null })
  })

  it.each([
    [{ 1190417: card }, 'We know of no other enabled token for this payment method.', 1],
    [{ 1190417: card, 2: { ...card, method: 'another' } }, 'We know of no other enabled token for this payment method.', 0],
    [{ 1190417: card, 2: card, 3: { ...card, isEnabled: false } }, 'One other token for this payment method stays enabled.', 0],
    [{ 1190417: card, 2: card, 3: card }, '2 other tokens for this payment method stay enabled.', 0],
  ])('counts the other tokens where they are told', (tokenFacts, says, warnings) => {
    const tokens = Object.fromEntries(Object.entries(tokenFacts).map(([id, token]) => [id, knownOf(token)]))
    const effect = predict(rules.disableToken, input, situationOf(card, { tokens }))
    expect(laterIn(effect)[1]).toBe(`Only this token is disabled. ${says}`)
    expect(effect.warnings).toHaveLength(warnings)
  })

  it('enabling is taken back by disabling the same token', () => {
    const before = { ...card, isEnabled: false }
    expect(rowsIn(predict(rules.enableToken, input, situationOf(before)))).toEqual(['Token: Disabled > Enabled'])
    expect(undoCommand(rules.enableToken, input, knownOf(before), new Date(), 'UTC')).toEqual({
      command: { operation: 'disableToken', ...input },
    })
  })

  it('disabling is taken back by enabling the same token', () => {
    expect(undoCommand(rules.disableToken, input, knownOf(card), new Date(), 'UTC')).toEqual({
      command: { operation: 'enableToken', ...input },
    })
  })

  it('enabling may lead to charges by this token alone', () => {
    const effect = predict(rules.enableToken, input, situationOf({ ...card, isEnabled: false }))
    expect(effect.later[0]).toMatchObject({ from: '2026-05-14T12:06:00.000Z', until: null, danger: false })
    expect(laterIn(effect)).toEqual([
      '2026-05-14T12:06.. This token can be charged again, including by autocharge.',
      'Enabling a token charges nothing.',
      'Only this token is enabled. Other tokens for this payment method don’t change.',
    ])
    expect([effect.warnings, effect.undo]).toEqual([[], { possible: true, verb: 'Disable token', until: null, note: null }])
    expect(predict(rules.enableToken, input, situationOf(card)).warnings).toEqual([
      'Our latest record shows the token is already enabled.',
    ])
  })

  it('expects autocharge to fail once the last one is off, and does not where others are on or not known', () => {
    const known = (others: object) => ({ 1190417: knownOf(card), ...others })
    const fails = 'Expect autocharge to fail until a token is enabled.'
    const last = predict(rules.disableToken, input, situationOf(card, { tokens: known({}) }))
    expect([laterIn(last)[2], last.warnings]).toEqual([
      fails,
      ['We know of no other enabled token for this buyer. Expect autocharge to fail.'],
    ])
    for (const tokens of [known({ 2: knownOf({ ...card, method: 'another' }) }), undefined])
      expect(laterIn(predict(rules.disableToken, input, situationOf(card, tokens && { tokens })))[2]).not.toBe(fails)
  })

  it('counts no tokens of a payment method that is not known', () => {
    const tokens = { 1190417: knownOf({ isEnabled: true }), 2: knownOf({ isEnabled: true }) }
    expect(laterIn(predict(rules.disableToken, input, situationOf({ isEnabled: true }, { tokens })))[1]).toBe(
      'Only this token is disabled. Other tokens for this payment method aren’t affected.',
    )
  })

  it('has nothing to take back where the state was the same or is not known', () => {
    expect(predict(rules.disableToken, input, situationOf({ ...card, isEnabled: false }))).toMatchObject({
      rows: [{ changes: false }],
      warnings: ['Our latest record shows the token is already disabled.'],
      undo: { possible: false, why: expect.stringContaining('nothing to undo') },
    })
    expect(predict(rules.enableToken, input, situationOf({})).undo).toMatchObject({
      why: expect.stringContaining('We don’t know'),
    })
  })
})

describe('change e-mail', () => {
  const input = { params: ofBuyer, body: { email: 'new@example.test' } }
  const back = (email: unknown) => undoCommand(rules.changeBuyerEmail, input, knownOf({ email }), new Date(), 'UTC')

  it('shows both addresses in rows and in no sentence', () => {
    const effect = predict(rules.changeBuyerEmail, input, situationOf({ email: 'old@example.test' }))
    expect(rowsIn(effect)).toEqual(['E-mail: old@example.test > new@example.test'])
    expect(JSON.stringify([effect.later, effect.warnings, effect.undo])).not.toContain('@')
    expect(effect.warnings).toEqual([expect.stringContaining('the first attempt worked')])
    expect(effect.undo).toMatchObject({ possible: true, verb: 'Change e-mail' })
  })

  it('says from when on the new one may be written to, and what it leaves alone', () => {
    const effect = predict(rules.changeBuyerEmail, input, situationOf({ email: 'old@example.test' }))
    expect(effect.later.map(({ danger }) => danger)).toEqual([false, false])
    expect(laterIn(effect)).toEqual([
      '2026-05-14T12:06.. Receipts and sign-in may go to the new e-mail.',
      'Wallets and other payment methods keep the e-mail address they were set up with.',
    ])
    expect(effect.rows[0]).toMatchObject({ changes: true, expects: 'new@example.test' })
  })

  it('warns where the buyer has it already, and not where no e-mail is known or typed', () => {
    const already = 'Our latest record shows the buyer already has this e-mail address.'
    expect(predict(rules.changeBuyerEmail, input, situationOf({ email: 'new@example.test' })).warnings[0]).toBe(already)
    const half = { params: ofBuyer, body: {} }
    for (const known of [{}, { email: 'old@example.test' }])
      expect(predict(rules.changeBuyerEmail, half, situationOf(known)).warnings).toHaveLength(1)
    expect(predict(rules.changeBuyerEmail, input, situationOf({})).undo).toEqual({
      possible: false,
      why: 'We don’t know the previous e-mail address.',
    })
  })

  it('goes back to the one known before', () => {
    expect(back('old@example.test')).toEqual({
      command: { operation: 'changeBuyerEmail', params: ofBuyer, body: { email: 'old@example.test' } },
    })
  })

  it.each([
    ['unknown', undefined],
    ['the same', 'new@example.test'],
    ['masked', 'o••@e••••••.test'],
    ['no text', 7],
  ])('does not go back where the one before is %s', (_, email) => {
    expect(back(email)).toEqual({ command: null, why: expect.any(String) })
  })

  it('says where the e-mail before is only that of a token', () => {
    const situation = situationOf({})
    const email = { value: 'old@example.test', observedAt, source: 'read', operation: 'listTokens', person: null } as const
    const effect = predict(rules.changeBuyerEmail, input, { ...situation, known: { email } })
    expect(effect.warnings[0]).toContain('comes from a token')
    expect(effect.undo).toMatchObject({ note: expect.stringContaining('comes from a token') })
  })
})

describe('what is made', () => {
  it('a buyer has nothing before, and cannot be taken back', () => {
    const body = { email: 'new@example.test', country: 'DE', locale: 'de', zip: '10115' }
    const effect = predict(rules.createBuyer, { params: {}, body }, situationOf({}))
    expect(rowsIn(effect)).toEqual(['E-mail: none > new@example.test', 'Country: none > DE', 'Language: none > de'])
    expect(effect.warnings).toEqual([expect.stringContaining('may create two buyers')])
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
      sequence: '1234567890123456',
      buyer: { email: 'new@example.test', locale: 'en' },
      metaData: { campaign: 'spring', more: { of: ['it'] }, [orderMark]: 'an-action' },
      buyerMeta: { tier: 'gold' },
    }
    const effect = predict(rules.createInitialOrder, { params: {}, body }, situationOf({}))
    expect(rowsIn(effect)).toEqual([
      'Product: none > 2 × NWPLUS3, coupon SPRING25, autocharge off',
      'Product: none > NWBASIC1, custom price 5',
      'Discount: none > 12.5%',
      'Coupon: none > SPRING25',
      'Currency: none > EUR',
      'E-mail: none > new@example.test',
      'Locale: none > en',
      'Return address: none > https://shop.example.test/',
      'Sequence: none > 1234567890123456',
      'Metadata: none > campaign: spring',
      'Metadata: none > more: {"of":["it"]}',
      'Buyer metadata: none > tier: gold',
    ])
    expect(laterIn(effect)).toEqual([
      expect.stringContaining('Creating the link charges nothing'),
      'After the first payment, autocharge may charge later terms.',
    ])
    expect(effect.warnings[0]).toContain('another order')
    expect(effect.undo.possible).toBe(false)
  })
})

it.each(['listTokens', 'constructor', ''])('%j is no command', (name) => {
  expect(ruledCommand(name)).toBeNull()
})
