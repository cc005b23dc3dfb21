// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { digestOf } from '@/lib/charges/order-digest'
import { noChargeFilter } from '@/lib/charges/order-filter'
import type { CurrencySums } from '@/lib/charges/sums'
import { Tally } from '@/lib/charges/tally'
import { MonthChart, periodsOf } from './month-chart'

afterEach(cleanup)

function moneyOf(...paid: [month: string, amount: string, status?: string][]): CurrencySums {
  const tally = new Tally()
  for (const [month, amount, status = 'settled'] of paid) {
    const order = orderLike([chargeLike({ amount, status, createdAt: `${month}-04 10:00:00` })])
    tally.add(digestOf(order, []), noChargeFilter)
  }
  return tally.sums().currencies[0] as CurrencySums
}

it('a month says its money, is chosen by a press and let go of by another, and arrows go from bar to bar', async () => {
  const onChoose = vi.fn()
  const money = moneyOf(['2026-10', '120.00'], ['2026-10', '4.40', 'declined'], ['2026-11', '9.00', 'deferred'])
  const chart = (chosen: string | null) => (
    <MonthChart periods={periodsOf(money)} currency="BRL" chosen={chosen} onChoose={onChoose} onLook={() => {}} />
  )
  const { rerender } = render(chart(null))
  const bars = screen.getAllByRole('button')
  expect(bars).toHaveLength(12)
  expect(bars.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Nov 2026, 9.00 BRL open')
  await userEvent.keyboard('{ArrowLeft}')
  const october = screen.getByRole('button', { name: 'Oct 2026, 120.00 BRL received, 4.40 BRL lost' })
  expect(document.activeElement).toBe(october)
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenLastCalledWith('2026-10')
  rerender(chart('2026-10'))
  expect(october.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(october)
  expect(onChoose).toHaveBeenLastCalledWith(null)
  expect(screen.getByRole('button', { name: 'Sep 2026, no money' })).toBeTruthy()
})

it('more than 24 months are quarters, each the sum of its months', () => {
  const periods = periodsOf(moneyOf(['2024-01', '1.00'], ['2024-03', '2.50'], ['2026-11', '7.00']))
  expect(periods[0]).toEqual({ period: '2024-Q1', received: '3.50', open: null, lost: null })
  expect(periods).toHaveLength(12)
})

it('of a century only some years are named, and no quarter, so that names don’t lie over each other', () => {
  const money = moneyOf(['1970-01', '1.00'], ['2031-03', '2.50'])
  const { container } = render(
    <MonthChart periods={periodsOf(money)} currency="BRL" chosen={null} onChoose={() => {}} onLook={() => {}} />,
  )
  expect(screen.getAllByRole('button')).toHaveLength(245)
  const years = container.textContent?.match(/(19|20)\d\d/g) ?? []
  expect([years.length, years[0], container.textContent?.includes('Q')]).toEqual([9, '1970', false])
})
