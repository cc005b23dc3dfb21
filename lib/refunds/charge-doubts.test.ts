import { describe, expect, it } from 'vitest'
import { chargeLike, openVoucher, orderLike } from '../charges/examples-for-tests'
import { chargeDoubts } from './charge-doubts'

const today = '2025-03-10'
const paid = (changes: Record<string, unknown> = {}) => chargeLike({ providerTransaction: 'pay_1', ...changes })
const doubtsOf = (charges: ReturnType<typeof paid>[], more: Record<string, unknown> = {}, day = today) =>
  chargeDoubts(orderLike(charges, more), charges[0] as (typeof charges)[number], day)

describe('before a charge is refunded', () => {
  it('nothing is doubted of one recent charge that took what the order asked for', () => {
    expect(doubtsOf([paid()], { totalPrices: { amountWithDiscountAndCouponAndTax: '162' } })).toEqual([])
  })

  it('nothing is doubted where the service doesn’t tell what the order asked for', () => {
    expect(doubtsOf([paid()], { totalPrices: null })).toEqual([])
    expect(doubtsOf([paid()], { totalPrices: { origin: '20.00' } })).toEqual([])
  })

  it('it is said that money was received more than once, and not what a single charge should have taken', () => {
    const twice = [paid(), paid({ createdAt: '2025-03-04 10:03:00' })]
    expect(doubtsOf(twice, { totalPrices: { amountWithDiscountAndCouponAndTax: '20.00' } })).toEqual([
      'This order was paid twice. It may be a double payment, or a charge plus its service fee.',
    ])
  })

  it('a decline after it is told, and one before it is not', () => {
    const later = 'A later attempt for this order was declined after this charge was received.'
    expect(doubtsOf([paid(), paid({ status: 'declined', createdAt: '2025-03-04 10:05:00' })])).toEqual([later])
    expect(doubtsOf([paid(), paid({ status: 'declined', createdAt: '2025-03-04 10:00:00' })])).toEqual([])
  })

  it('a decline between two others is told of the one before it alone', () => {
    const first = paid({ createdAt: '2025-03-04 10:00:00' })
    const declined = paid({ status: 'declined', createdAt: '2025-03-04 10:05:00' })
    const last = paid({ createdAt: '2025-03-04 10:10:00' })
    const later = expect.stringContaining('was declined after')
    expect(doubtsOf([first, declined, last])).toContainEqual(later)
    expect(doubtsOf([last, declined, first])).not.toContainEqual(later)
  })

  it('an attempt that may be a chargeback is told, with its status and amount', () => {
    const isNotCounted = (amount: string, status: string) =>
      `Another attempt for this order isn’t counted: ${amount} BRL with the status “${status}”. It may be a chargeback or a refund. Ask the provider before you refund.`
    const open = paid({ chargeId: 'c-2', status: 'chargeback_open', createdAt: '2025-03-04 10:05:00' })
    expect(doubtsOf([paid(), open])).toEqual([isNotCounted('162.00', 'chargeback_open')])
    const back = paid({ chargeId: 'c-2', amount: '-162.00', createdAt: '2025-03-04 10:05:00' })
    expect(doubtsOf([paid(), back])).toEqual([isNotCounted('-162.00', 'settled')])
  })

  it('a decline is told wherever among the later attempts it stands', () => {
    const attempts = [
      paid({ createdAt: '2025-03-04 10:00:00' }),
      paid({ status: 'reversed', createdAt: '2025-03-04 10:05:00' }),
      paid({ status: 'declined', createdAt: '2025-03-04 10:06:00' }),
    ]
    expect(doubtsOf(attempts)).toContain('A later attempt for this order was declined after this charge was received.')
  })

  it('an attempt that may still be paid is told', () => {
    expect(doubtsOf([paid(), openVoucher()])).toEqual(['Another attempt for this order is still open and may yet be paid.'])
  })

  it('another amount than the order asked for is told, in the order’s currency where there is one', () => {
    const totalPrices = { amountWithDiscountAndCouponAndTax: '172.00' }
    expect(doubtsOf([paid()], { totalPrices })).toEqual(['The order was for 172.00 BRL, but this charge took 162.00.'])
    expect(doubtsOf([paid()], { totalPrices, currency: null })).toEqual([
      'The order was for 172.00, but this charge took 162.00.',
    ])
  })

  it('a charge in another currency than its order is told, also where the figures are the same', () => {
    const totalPrices = { amountWithDiscountAndCouponAndTax: '162.00' }
    expect(doubtsOf([paid({ currency: 'USD' })], { totalPrices })).toEqual([
      'The order was for 162.00 BRL, but this charge took 162.00 USD.',
    ])
    expect(doubtsOf([paid({ currency: 'BRL' })], { totalPrices })).toEqual([])
  })

  it('a charge is old from the 181st day on, and one without a day is not called old', () => {
    expect(doubtsOf([paid()], {}, '2025-08-31')).toEqual([])
    expect(doubtsOf([paid()], {}, '2025-09-01')).toEqual([
      'The charge is 181 days old. Ask the provider whether it can still be refunded.',
    ])
    expect(doubtsOf([paid({ createdAt: null })], {}, '2025-09-01')).toEqual([])
  })

  it('a charge that no provider transaction is known of is told', () => {
    expect(doubtsOf([paid({ providerTransaction: null })])).toEqual([
      'There’s no provider transaction id. Give the provider other details to find this charge.',
    ])
  })
})
