// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { ChargeHistory } from './charge-history'
import type { History } from './use-history'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const show = async (orders: Order[], search = '') => {
  const history: History = {
    orders,
    total: orders.length,
    complete: true,
    asOf: Date.UTC(2025, 4, 29),
    state: 'read',
    isLoadingOlder: false,
    error: null,
    olderFailed: false,
    loadOlder: null,
    refresh: () => {},
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddressForTests search={search}>
        <ChargeHistory history={history} />
      </AddressForTests>
    </QueryClientProvider>,
  )
  if (orders.length > 8) await screen.findAllByRole('heading', { level: 4 })
}

const rows = () => screen.queryAllByRole('button', { expanded: false }).filter((button) => button.hasAttribute('data-order-row'))

/** So many orders of a month, the newest of its 28th day, one each day. */
const ofMonth = (month: string, count: number, amount = (index: number) => `${index + 1}.00`) =>
  Array.from({ length: count }, (_, index) => {
    const createdAt = `${month}-${String(28 - (index % 28)).padStart(2, '0')} 10:00:00`
    return orderLike([chargeLike({ createdAt, amount: amount(index) })], { createdAt, products: [{ name: 'Northwind Backup' }] })
  })
const months = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)

it('has no filter and no month for eight orders, and both for nine', async () => {
  await show(ofMonth('2025-05', 8))
  expect(rows()).toHaveLength(8)
  expect(screen.queryByRole('heading', { level: 4 })).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  cleanup()
  await show(ofMonth('2025-05', 9))
  expect(months()).toEqual(['May 20259 orders45.00 BRLreceived'])
  expect(await screen.findByRole('searchbox', { name: 'Find in orders' })).toBeTruthy()
})

it('puts 40 orders into the page at first, and more when asked', async () => {
  await show(ofMonth('2025-05', 90))
  expect(rows()).toHaveLength(40)
  await userEvent.click(screen.getByRole('button', { name: 'Show older orders' }))
  expect(rows()).toHaveLength(80)
})

it('opens the newest two months, folds the others of the year, and older years to one row each', async () => {
  await show(['2025-05', '2025-04', '2025-03', '2024-12', '2024-11'].flatMap((month) => ofMonth(month, 2)))
  expect(months().map((words) => words?.slice(0, 8))).toEqual(['May 2025', 'April 20', 'March 20', '20244 or'])
  expect(rows()).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: /^2024 4 orders/ }))
  await userEvent.click(screen.getByRole('button', { name: /^November 2024/ }))
  expect(rows()).toHaveLength(6)
  await userEvent.click(screen.getByRole('button', { name: /^May 2025/ }))
  expect(rows()).toHaveLength(4)
})

it('folds orders that are alike to one row that opens, and shows each where somebody wants it so', async () => {
  await show(ofMonth('2025-05', 12, () => '5.45'))
  expect(rows()).toHaveLength(3)
  const run = screen.getByRole('button', { name: /17 to 25 May 9 × 5.45 BRL Northwind Backup .*All paid 49.05 BRL/ })
  await userEvent.click(run)
  expect(rows()).toHaveLength(12)
  cleanup()
  localStorage.setItem('counterfoil.every-order', 'on')
  await show(ofMonth('2025-05', 12, () => '5.45'))
  expect(rows()).toHaveLength(12)
  expect(screen.queryByRole('button', { name: /9 ×/ })).toBeNull()
})

it('opens the order the address asks for, wherever it is folded away, and hides no other', async () => {
  const orders = ['2025-05', '2025-04', '2023-03'].flatMap((month) => ofMonth(month, 6, () => '5.45'))
  const asked = orders.at(-1)
  await show(orders, `?order=${asked?.orderId}`)
  const open = screen.getByRole('button', { expanded: true, name: /23 Mar/ })
  expect(open.hasAttribute('data-order-row')).toBe(true)
  expect(screen.getByRole('button', { name: /^May 2025/ })).toBeTruthy()
})
