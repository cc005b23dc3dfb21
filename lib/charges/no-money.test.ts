import { expect, it } from 'vitest'
import { replyBody } from '../replies/reply'
import { wordingIn } from '../replies/wording-for-tests'
import { answerOf } from './answer'
import { counterfoilsOf } from './counterfoil'
import { chargeLike, orderLike } from './examples-for-tests'
import { ledgerOutcome } from './ledger-outcome'
import { moneyByCurrency } from './money-by-currency'
import { factsOf, shownAmount } from './order-facts'
import { outcomeOf } from './outcome'
import { whatHappened } from './what-happened'
import { whatToTell } from './what-to-tell'

const below = () => chargeLike({ status: 'settled', amount: '-5.00', createdAt: '2025-03-04 10:00:00' })
const paid = () => chargeLike({ status: 'settled', amount: '20.00', createdAt: '2025-03-04 09:00:00' })
const alone = orderLike([below()])
const beside = orderLike([paid(), below()])

const answerTo = (order: typeof alone) =>
  answerOf({ state: 'read', orders: [order], total: 1, complete: true }, { today: '2025-03-05', unconfirmed: null })
const reply = (order: typeof alone) => replyBody(wordingIn('en'), whatToTell(factsOf(order), [order]))

it('a settled charge of less than zero is told as the service lists it, and neither as a payment nor as a refund', () => {
  const answer = answerTo(alone)
  expect(answer?.headline.says).toBe('Not counted as paid, the service lists -5.00 BRL on 4 March 2025.')
  expect(answer?.flag?.says).toContain('nothing says that it’s a refund. Ask finance')
  expect(reply(alone)).toBe('We can’t see the details of this order right now. We’re looking into it.')
  expect(whatHappened(factsOf(alone))).toMatch(/is settled with -5\.00 BRL, which is less than zero and isn’t counted\. No money/)
  expect(outcomeOf(factsOf(alone)).words).toBe('Less than zero, not counted as received')
  expect(ledgerOutcome(factsOf(alone), null)).toMatchObject({ words: 'less than zero', needsLook: true })
  expect(counterfoilsOf(alone)[0]).toMatchObject({ title: 'Not counted as paid', isReceived: false })
})

it('a card that was checked with nothing beside a payment makes no second payment', () => {
  const checked = orderLike([chargeLike({ status: 'settled', amount: '0.00' }), paid()])
  expect(answerTo(checked)?.headline.says).toMatch(/^Paid once, 20\.00 BRL/)
  expect(reply(checked)).toMatch(/^You were charged 20\.00 BRL once/)
  expect(outcomeOf(factsOf(checked)).words).not.toMatch(/twice/)
  const check = () => chargeLike({ status: 'settled', amount: '0.00' })
  for (const checks of [[check()], [check(), check()]])
    expect(answerTo(orderLike(checks))?.headline.says).toMatch(/^Paid once, 0\.00/)
})

it('beside a payment it makes neither two payments nor another amount', () => {
  const answer = answerTo(beside)
  expect(answer?.word).toBe('paid once')
  expect(answer?.headline.says).toMatch(/^Paid once, 20\.00 BRL/)
  expect(answer?.also?.says).toBe('A charge of less than zero isn’t counted.')
  expect(shownAmount(factsOf(beside))).toMatchObject({ amount: '20.00', received: true })
  expect(moneyByCurrency([beside])).toMatchObject([
    { received: '20.00', notReceived: [{ word: 'less than zero', amount: '-5.00' }] },
  ])
  expect(reply(beside)).toMatch(/^You were charged 20\.00 BRL once/)
  expect(reply(beside)).not.toContain('-5')
})
