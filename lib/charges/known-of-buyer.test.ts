import { expect, it } from 'vitest'
import { chargeLike, orderLike } from './examples-for-tests'
import { titleInHistory } from './known-of-buyer'

const of = (email: string | null, billingInfo: object | null) =>
  orderLike([chargeLike({ billingInfo, paymentMethod: { type: 'card', data: { email } } })])

it('a buyer is called by the e-mail of a payment method, else by the name that was billed last, else by nothing', () => {
  const named = of(null, { firstName: 'O••••', lastName: 'B•••••••' })
  expect(titleInHistory([of(null, null), named, of(null, { firstName: 'Old' })])).toBe('O•••• B•••••••')
  expect(titleInHistory([named, of('o•••e@e••••••.test', null)])).toBe('o•••e@e••••••.test')
  expect(titleInHistory([of(null, null)])).toBeNull()
  expect(titleInHistory([])).toBeNull()
})
