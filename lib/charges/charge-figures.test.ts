import { expect, it } from 'vitest'
import { approvalByProvider, approvalRate, type ChargeCount, moneySince } from './charge-figures'

const today = '2026-11-23'
const counted = (given: Partial<ChargeCount>): ChargeCount => ({
  ...{ day: today, status: 'settled', provider: 'acqlocal', currency: 'EUR', amount: '19.00' },
  ...{ receipt: 1, tax: '3.30', count: 1 },
  ...given,
})
const lost = { status: 'declined', receipt: 0, tax: null } as const

it('adds up each currency alone, every receipt but each order’s tax and loss once', () => {
  const counts = [
    counted({ count: 3 }),
    counted({ receipt: 2, tax: null }),
    counted(lost),
    counted({ currency: 'JPY', amount: '1200', tax: null }),
    counted({ status: 'deferred', receipt: 0, tax: null }),
    counted({ day: '2026-10-31' }),
    counted({ currency: '' }),
  ]
  const lostOrders = [
    { currency: 'EUR', amount: '36.3', count: 1 },
    { currency: 'KWD', amount: '1.500', count: 2 },
    { currency: '', amount: '5', count: 1 },
  ]
  expect(moneySince(counts, lostOrders, '2026-11-01')).toEqual([
    { currency: 'EUR', received: '76.00', lost: '36.30', tax: '9.90' },
    { currency: 'JPY', received: '1200', lost: '0', tax: null },
    { currency: 'KWD', received: '0.000', lost: '3.000', tax: null },
  ])
})

it('counts decided attempts of seven days, and the change against the seven before in points', () => {
  const counts = [
    counted({ count: 9 }),
    counted({ ...lost, day: '2026-11-17' }),
    counted({ status: 'deferred', receipt: 0 }),
    counted({ status: 'new-word', receipt: 0 }),
    counted({ day: '2026-11-16', count: 4 }),
    counted({ ...lost, day: '2026-11-10' }),
    counted({ ...lost, day: '2026-11-09', count: 100 }),
    counted({ provider: 'acqglobal', count: 30 }),
    counted({ provider: null }),
  ]
  expect(approvalByProvider(counts, today)).toEqual([
    { provider: 'acqglobal', received: 30, decided: 30, rate: '100.0', before: null, change: null },
    { provider: 'acqlocal', received: 9, decided: 10, rate: '90.0', before: '80.0', change: '10.0' },
  ])
  expect(approvalRate([], today)).toBeNull()
})
