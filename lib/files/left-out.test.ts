import { expect, it } from 'vitest'
import { type Left, leftOut } from './left-out'

const left = (more: Partial<Left> = {}) =>
  leftOut({
    rows: 2,
    orders: 2,
    total: 2,
    unreadable: 0,
    missing: 0,
    asListed: false,
    filter: {},
    truncatedBecause: null,
    ...more,
  })

it('says that nothing is left out only where the service tells how many orders there are', () => {
  expect(left()).toEqual(['2 rows of 2 orders, no order left out. Amounts don’t subtract refunds.'])
  expect(left({ rows: 1_240, orders: 1, total: 1 })).toEqual([
    '1,240 rows of 1 order, no order left out. Amounts don’t subtract refunds.',
  ])
  expect(left({ total: 1, missing: 1 })).toContain('The service reported 1 order but left out 1.')
  expect(left({ total: null })).toEqual([
    '2 rows of 2 orders. Amounts don’t subtract refunds.',
    'The service didn’t say how many orders there are, so some may be missing.',
  ])
  expect(left({ total: null, asListed: true })).toEqual([
    '2 rows of 2 orders. Amounts don’t subtract refunds.',
    expect.stringContaining('some may be missing'),
  ])
})
