// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { type LedgerSort, ledgerColumns } from '@/lib/charges/ledger'
import { digestOf } from '@/lib/charges/order-digest'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { Tally } from '@/lib/charges/tally'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { ownJson } from '@/lib/testing/own-answers'
import { ChargeList } from './charge-list'
import { tracksOf } from './ledger-columns'

configure({ asyncUtilTimeout: 10_000 })

const declined = { status: 'declined', code: 'acqlocal.insufficient_funds' }
const orders = [
  orderLike([chargeLike()], { orderId: 'o-1', totalPrices: { tax: '12.00' } }),
  orderLike([chargeLike(declined)], { orderId: 'o-2' }),
  orderLike([chargeLike({ amount: '5.00', amountInUsd: null })], { orderId: 'o-3', currency: 'EUR' }),
]
const tally = new Tally()
for (const order of orders) tally.add(digestOf(order, []), noChargeFilter)
const progress = { id: 'r', state: 'done' as const, read: 4, total: 4, unreadable: 0, shifts: 0, asOf: 0, problem: null }

const asked: string[] = []
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return ownJson({ found: orders.length, offset: 0, orders, progress })
  })
})
afterEach(() => {
  cleanup()
  asked.length = 0
})

function show(sort: LedgerSort | null = null, search = '') {
  const onSort = vi.fn()
  const of = { merchant: 'northwind', buyerId: 'b', filter: noChargeFilter, sort, readingId: 'r' }
  render(
    <AddressForTests search={search}>
      <QueryClientProvider client={new QueryClient()}>
        <ChargeList of={of} sums={tally.sums()} progress={progress} columns={ledgerColumns} onSort={onSort} today="2025-03-13" />
      </QueryClientProvider>
    </AddressForTests>,
  )
  return { onSort, head: (name: string) => within(screen.getByRole('columnheader', { name })).getByRole('button') }
}

it('a head sorts amounts from the largest and text from A, and turns round with the next press', async () => {
  const { onSort, head } = show()
  expect(screen.getByRole('columnheader', { name: 'When' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(head('Amount'))
  await userEvent.click(head('Product'))
  await userEvent.click(head('When'))
  expect(onSort.mock.calls).toEqual([['-amount'], ['product'], ['when']])
  cleanup()
  const sorted = show('-amount')
  expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(sorted.head('Amount'))
  await userEvent.click(sorted.head('When'))
  expect(sorted.onSort.mock.calls).toEqual([['amount'], [null]])
  await vi.waitFor(() => expect(asked.some((address) => address.includes('sort=-amount'))).toBe(true))
})

it('the totals stand by currency, and what they count leads to its rows without losing the ticket', () => {
  show(null, 'ticket=T-4711&sort=tax&find=o')
  const [brl, eur] = screen.getAllByRole('row').slice(-2)
  expect(brl?.textContent).toContain('3 of 4 orders')
  expect(brl?.textContent).toContain('162.00 lost')
  expect(within(brl as HTMLElement).getByRole('link', { name: /^Total received in BRL: 162.00 BRL/ })).toBeTruthy()
  expect(eur?.textContent).toContain('5.00 EUR')
  const lost = screen.getByRole('link', { name: /Orders of money lost in BRL/ })
  expect(lost.getAttribute('href')).toBe('?ticket=T-4711&sort=tax&currency=BRL&money=lost')
})

it('a row says what the order came to, and opens', async () => {
  show()
  const row = await screen.findByRole('row', { name: /o-2/ })
  expect(row.textContent).toContain('lost')
  expect(row.textContent).toContain('insufficient funds')
  const toggle = within(row).getByRole('button')
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(await screen.findByText('What to tell the customer')).toBeTruthy()
})

it('a column of money has room for its longest sum, where the screen has it', () => {
  const widthFor = (amount: string) => {
    const one = new Tally()
    one.add(digestOf(orderLike([chargeLike({ amount, amountInUsd: amount })]), []), noChargeFilter)
    const wide = tracksOf(['amount', 'usd'], one.sums())['--wide']
    return [...wide.matchAll(/clamp\([\d.]+rem, ([\d.]+)rem, calc/g)].map(([, rem]) => Number(rem))
  }
  expect(widthFor('5.00')).toEqual([4.25, 2.5])
  expect(widthFor('9007199254740993.07')).toEqual([14.25, 12.5])
})
