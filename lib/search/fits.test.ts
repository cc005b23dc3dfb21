import { expect, it } from 'vitest'
import type { Clue } from './clue'
import { describeFit, fitOf, isTelling, type PlainCharge, queryOf } from './fits'

const charge: PlainCharge = {
  chargeId: 'c-1',
  orderId: 'Wq7LmR2x',
  buyerId: 'b-1',
  amount: '42.84',
  currency: 'EUR',
  day: '2026-11-19',
  lastFour: '4242',
  descriptor: 'nw-bill.example',
}
const clue = (kind: Clue['kind'], value: string, currency: string | null = null): Clue => ({ kind, values: [value], currency })

it.each([
  [[clue('amount', '42.840', 'EUR'), clue('day', '2026-11-19'), clue('lastFour', '4242')], 'Amount, date and last four match'],
  [[clue('amount', '42.84')], 'Amount matches'],
  [[clue('amount', '42.84', 'USD'), clue('lastFour', '4242')], 'Last four matches, amount in another currency'],
  [[clue('amount', '9.99'), clue('day', '2026-11-19'), clue('lastFour', '4242')], 'Date and last four match, the amount doesn’t'],
  [[clue('day', '2026-11-21'), clue('lastFour', '4242')], 'Last four matches, date two days out'],
  [[clue('lastFour', '4242'), clue('amount', '1'), clue('day', '2026-01-01')], 'Last four matches, the amount and date don’t'],
  [[clue('day', '2026-11-18'), clue('amount', '1')], 'Date one day out, the amount doesn’t match'],
  [[clue('lastFour', '4242'), clue('email', 'other@example.test')], 'Last four matches, the e-mail doesn’t'],
])('%j: %s', (clues, words) => expect(describeFit(fitOf(charge, queryOf(clues)))).toBe(words))

it('one of several meanings is enough', () => {
  const wanted = queryOf([{ kind: 'amount', values: ['4284', '42.84'], currency: null }, clue('day', '2026-11-19')])
  expect(describeFit(fitOf(charge, wanted))).toBe('Amount and date match')
})

it('a day or an e-mail alone does not tell which charge is meant', () => {
  expect(isTelling(fitOf(charge, queryOf([clue('day', '2026-11-19')])))).toBe(false)
  expect(isTelling(fitOf(charge, queryOf([clue('lastFour', '4242')])))).toBe(true)
})
