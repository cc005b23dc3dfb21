// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ChargeFigures } from '@/lib/charges/charge-figures'
import type { ListRow } from '@/lib/lists/list-page'
import { describeScope, MonthCard, signed, TeamCard } from './figure-cards'
import { FoundCard } from './found-card'

afterEach(cleanup)

const figures: ChargeFigures = {
  ...{
    today: '2026-11-23',
    since: '2026-11-01',
    buyers: 4_180,
    read: 312,
    partly: 0,
    readFrom: '2026-11-21',
    readUntil: '2026-11-23',
  },
  ...{ money: [], rate: null, providers: [] },
}

it('says on how many buyers it rests and how old that is, and that nothing was read where nothing was', () => {
  expect(describeScope(figures, 'Northwind')).toBe(
    'Of 4,180 buyers known on Northwind, the charges of 312 since 1 Nov count, as read 21 Nov to 23 Nov.',
  )
  expect(describeScope({ ...figures, read: 0, readFrom: null, readUntil: null }, 'Northwind')).toContain(
    'no charge since 1 Nov has been read.',
  )
  expect(describeScope({ ...figures, partly: 1_200 }, 'Northwind')).toContain(
    'Older charges of 1,200 buyers were read by an earlier version, so findings may miss them until somebody opens the buyer.',
  )
})

it('offers a way to figures where nothing was read yet', () => {
  render(<MonthCard {...figures} />)
  expect(screen.getByText(/^Nothing read yet\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find a buyer' }).getAttribute('href')).toBe('#find')
})

it('leads from what was found to its order, by the buyer’s name, and says what only the newest add up to', () => {
  const row: ListRow = {
    ...{
      key: 'c-2',
      chargeId: 'c-2',
      orderId: 'o-1',
      buyerId: '83b5ce0d-119e-46aa-98b8-b47d67a58213',
      buyer: 'o•••e@e••••••.test',
    },
    ...{
      product: 'Pro 1 month',
      day: '2026-11-22',
      at: null,
      amount: '36.30',
      currency: 'EUR',
      why: '5 seconds apart',
      refund: 'approved' as const,
      provider: null,
      person: null,
      seen: null,
    },
  }
  const sums = [
    { currency: 'EUR', amount: '1036.30' },
    { currency: 'JPY', amount: '1200' },
  ]
  const found = { rows: [row, { ...row, key: 'c-3', buyer: null }], count: 500, isMore: true, sums }
  const list = { href: '/lists/double-payments', nothing: 'None.' }
  render(<FoundCard id="twice" title="Double payments" note="not a verdict" why="Apart" found={found} {...list} />)
  const link = screen.getByRole('link', { name: 'o•••e@e••••••.test' })
  expect(link.getAttribute('href')).toBe('/buyers/83b5ce0d-119e-46aa-98b8-b47d67a58213?order=o-1&charge=c-2')
  expect(screen.getByRole('link', { name: 'buyer …8213' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the list' }).getAttribute('href')).toBe('/lists/double-payments')
  expect(screen.getByText('2 of more than 500 shown')).toBeTruthy()
  expect(screen.getByText('at least 1,036.30 EUR, 1,200 JPY')).toBeTruthy()
})

it('counts a team by name and leads to the entries it counts', () => {
  const members = [
    { name: 'Alma Reyes', done: 64, refused: 0, unconfirmed: 1 },
    { name: 'Soren Lund', done: 90, refused: 2, unconfirmed: 0 },
  ]
  render(<TeamCard since="2026-11-17" members={members} />)
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'PersonDoneRefusedUnconfirmed',
    'Alma Reyes6401',
    'Soren Lund9020',
  ])
  expect(screen.getByRole('link', { name: '1' }).getAttribute('href')).toBe(
    '/journal?person=Alma+Reyes&outcome=open&from=2026-11-17',
  )
})

it.each([
  ['0.6', '+0.6'],
  ['-4.2', '−4.2'],
  ['0.0', '±0.0'],
])('a difference of %s points is written %s', (points, written) => {
  expect(signed(points)).toBe(written)
})
