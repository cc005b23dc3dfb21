import { describe, expect, it } from 'vitest'
import type { Situation } from '../effects/effect'
import { active, laterIn, ofSubscription, rowsIn, situationOf } from '../effects/situation-for-tests'
import { predict } from '../predict'
import { rules } from '../rules'

const lower = { id: 'p-1', name: 'Northwind Basic', code: 'NWBASIC1' }
const now = { id: 'p-2', name: 'Northwind Plus', code: 'NWPLUS1' }
const downgraded = (situation: Situation, productId: string | undefined = lower.id) =>
  predict(rules.downgradeSubscription, { params: ofSubscription, body: { productId } }, situation)

const always = [
  'The service’s documents mention no charge or refund for a downgrade. Check the charge history afterwards.',
  'The lower plan may start now or at the next term. Don’t promise the customer either.',
]
const price = 'A later autocharge uses the price of the lower product, which may have changed by then.'
const twice = 'Don’t send this twice. The second may be refused, or downgrade again.'

describe('moving down to a lower product', () => {
  it.each([
    ['renews', active, [...always, price]],
    ['may renew', { ...active, isTokenized: undefined }, [...always, price]],
    ['may do either', { ...active, autoChargeStatus: undefined }, [...always, price]],
    ['ends', { ...active, autoChargeStatus: false }, always],
    ['fails to renew', { ...active, isTokenized: false }, always],
    ['has ended', { ...active, status: 'disabled' }, []],
  ])('foretells a later price only where a charge may come: one that %s', (_, values, says) => {
    expect(laterIn(downgraded(situationOf(values)))).toEqual(says)
  })

  it('names the product that was chosen among those that are listed', () => {
    const products = [{ id: 'p-0', name: 'Northwind Mini', code: null }, lower]
    const effect = downgraded(situationOf({ ...active, product: now }, { products }))
    expect(rowsIn(effect)[0]).toBe('Product: Northwind Plus > Northwind Basic')
    expect(effect.rows.map(({ changes, expects }) => [changes, expects])).toEqual([
      [true, lower.id],
      [true, null],
      [false, true],
      [false, 'active'],
    ])
    expect(effect.warnings).toEqual([twice])
  })

  it('warns of a product that is not listed, and of none that is not chosen or where no list is known', () => {
    const products = [lower]
    const unlisted = 'The service doesn’t list this product as a downgrade option.'
    expect(downgraded(situationOf(active, { products }), 'p-9').warnings).toEqual([unlisted, twice])
    expect(downgraded(situationOf(active, { products }), undefined).warnings).toEqual([twice])
    expect(downgraded(situationOf(active), 'p-9').warnings).toEqual([twice])
  })

  it('changes nothing where the subscription has the product already, whatever it is called', () => {
    const products = [{ ...lower, name: 'Basic, as it is called now' }]
    const effect = downgraded(situationOf({ ...active, product: lower }, { products }))
    expect(effect.rows[0]?.changes).toBe(false)
    expect(effect.warnings).toEqual(['Our latest record shows the subscription is already on this product.', twice])
  })

  it('says nothing of a product that is neither known nor chosen', () => {
    const effect = predict(rules.downgradeSubscription, { params: ofSubscription, body: {} }, situationOf({ product: {} }))
    expect(effect.warnings).toEqual([twice])
  })
})
