import { describe, expect, it } from 'vitest'
import type { Clue } from '@/lib/search/clue'
import { queryOf } from '@/lib/search/fits'
import type { SearchHit } from '@/lib/search/search-reading'
import { answerAbout } from './answer'
import { chargeLike, exampleOrder, orderLike } from './examples-for-tests'
import { fittingCharge, foundOrders, reachesBefore } from './found-orders'

const amount: Clue = { kind: 'amount', values: ['162.00'], currency: 'BRL' }
const day = (value: string): Clue => ({ kind: 'day', values: [value], currency: null })
const ofBuyer = { buyerId: 'b-1', orderId: null }

describe('the charge that a message is about', () => {
  it('is the one that was received, not the attempt before it', () => {
    const fitting = fittingCharge([exampleOrder], queryOf([amount]), ofBuyer)
    const settled = exampleOrder.charges.find(({ status }) => status === 'settled')
    expect([fitting?.orderId, fitting?.chargeId]).toEqual(['Wq7LmR2x', settled?.chargeId])
  })

  it('is the later of two that are alike', () => {
    const later = chargeLike({ createdAt: '2025-03-04 10:03:21' })
    expect(fittingCharge([orderLike([later, chargeLike()])], queryOf([amount]), ofBuyer)?.chargeId).toBe(later.chargeId)
  })

  it('is of the day that is told', () => {
    const may = orderLike([chargeLike({ createdAt: '2025-05-04 10:02:41' })], { createdAt: '2025-05-04 10:02:41' })
    const wanted = queryOf([amount, day('2025-05-05')])
    expect(fittingCharge([exampleOrder, may], wanted, ofBuyer)?.orderId).toBe(may.orderId)
  })

  it('is none where nothing but the day fits', () => {
    expect(fittingCharge([exampleOrder], queryOf([day('2025-03-04')]), ofBuyer)).toBeNull()
    expect(fittingCharge([exampleOrder], queryOf([{ ...amount, values: ['1'] }]), ofBuyer)).toBeNull()
  })
})

describe('the attempts of an order that were found', () => {
  const charge = (chargeId: string, amount: string, status = 'settled'): SearchHit => ({
    buyerId: 'b-1',
    title: null,
    country: null,
    match: 'exact',
    reason: 'Last four match',
    charge: {
      chargeId,
      orderId: 'o-1',
      amount,
      currency: 'BRL',
      day: '2025-03-04',
      status,
      lastFour: '0119',
      descriptor: '',
      seenOn: '',
      isHint: false,
    },
  })
  const found = (...hits: SearchHit[]) => foundOrders(hits).map((hit) => [hit.charge?.chargeId, hit.times])

  it('are the one that brought money, and a card that was checked with nothing beside it is no second payment', () => {
    expect(found(charge('checked', '0.00'), charge('paid', '20.00'))).toEqual([['paid', 1]])
    expect(found(charge('checked', '0.00'), charge('checked again', '0.00'))).toEqual([['checked', 0]])
    expect(found(charge('one', '20.00'), charge('other', '20.00'))).toEqual([['one', 2]])
  })

  it('fit a message best where they brought money', () => {
    const order = orderLike([chargeLike({ amount: '0.00', createdAt: '2025-03-04 11:00:00' }), chargeLike({ amount: '20.00' })])
    const lastFour: Clue = { kind: 'lastFour', values: ['0119'], currency: null }
    expect(fittingCharge([order], queryOf([lastFour]), ofBuyer)?.chargeId).toBe(order.charges[1]?.chargeId)
  })
})

it('are known with all of their day once an order of an earlier day is loaded', () => {
  const at = (orderId: string, createdAt: string) => ({ ...orderLike([chargeLike({ createdAt })], { createdAt }), orderId })
  const [next, wanted, same, before] = [
    at('next0000', '2025-03-05 08:00:00'),
    at('wanted00', '2025-03-04 20:00:00'),
    at('same0000', '2025-03-04 08:00:00'),
    at('before00', '2025-03-03 23:59:59'),
  ]
  expect(reachesBefore('wanted00', [next, wanted])).toBe(false)
  expect(reachesBefore('wanted00', [next, wanted, same])).toBe(false)
  expect(reachesBefore('wanted00', [next, wanted, same, before])).toBe(true)
})

describe('the answer about one order', () => {
  const older = orderLike([chargeLike({ createdAt: '2025-01-04 10:02:41' })], { createdAt: '2025-01-04 10:02:41' })
  const twice = orderLike([chargeLike(), chargeLike()], { createdAt: '2025-02-04 10:02:41' })
  const history = (orders: (typeof older)[]) => ({ orders, total: orders.length, complete: true, state: 'read' as const })
  const beside = { today: '2025-03-10', unconfirmed: null }

  it('is about that order, also where others came after it', () => {
    const answer = answerAbout(older.orderId, history([exampleOrder, older]), beside)
    expect(answer?.headline.says).toBe('This order was paid, 162.00 BRL on 4 January 2025.')
    expect(answer?.reply?.[0]).toMatchObject({ key: 'chargedOnce', facts: { day: '2025-01-04 10:02:41' } })
    expect(answer?.flag?.says).toBe('No order was paid twice.')
  })

  it('warns of a newer order that was paid twice, and of an action nobody answered before all else', () => {
    const orders = history([exampleOrder, twice, older])
    expect(answerAbout(older.orderId, orders, beside)?.flag?.says).toBe(
      'A newer order was paid more than once on 4 February 2025.',
    )
    expect(answerAbout(older.orderId, orders, { ...beside, unconfirmed: 'Renew now' })?.flag?.kind).toBe('unconfirmed')
  })

  it('is none about an order that was not read', () => {
    expect(answerAbout('nowhere', history([older]), beside)).toBeNull()
  })
})
