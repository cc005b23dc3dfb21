// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chargeLike, orderLike } from '@/lib/charges/examples-for-tests'
import { facetsOf } from '@/lib/charges/facets'
import { digestOf, passes } from '@/lib/charges/order-digest'
import { chargeFilterFrom, noChargeFilter } from '@/lib/charges/order-filter'
import { Tally } from '@/lib/charges/tally'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { problem } from '@/lib/core/problem'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import { ChargeHistoryPage } from './charge-history-page'
import { useChargeHistoryPage } from './use-charge-history-page'

configure({ asyncUtilTimeout: 10_000 }) // parts of the page are loaded when they are needed, and a busy machine takes its time

const of = (orderId: string, currency: string | null, charge: object) =>
  orderLike([chargeLike({ currency, createdAt: '2026-10-04 10:00:00', ...charge })], { orderId, currency })
const orders = [
  of('o-1', 'EUR', { amount: '5.00' }),
  of('o-2', 'EUR', { amount: '7.00', status: 'declined' }),
  of('o-3', null, { amount: '9.00' }),
]
const digests = orders.map((order) => digestOf(order, []))
const sumsOf = (filter: typeof noChargeFilter) => {
  const tally = new Tally()
  for (const digest of digests) if (passes(digest, filter)) tally.add(digest, filter)
  return tally.sums()
}

/** The reading says less than the figures, which are further. */
const progress = { id: 'r', state: 'done', read: 1, total: 1, unreadable: 0, shifts: 0, asOf: 0, problem: null }
let refused: Response | null = null

beforeEach(() => {
  refused = null
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://x')
    if (pathname.endsWith('/reading')) return ownAnswer(`${JSON.stringify(progress)}\n`)
    const filter = chargeFilterFrom(Object.fromEntries(searchParams))
    const sums = sumsOf(filter)
    if (pathname.endsWith('/figures')) {
      const days = { first: '2026-10-04', last: '2026-10-04' }
      const figures = { sums, whole: sumsOf(noChargeFilter), days, facets: facetsOf(digests), doubts: [], progress }
      return refused ?? ownJson(figures)
    }
    const shown = orders.filter((_, at) => passes(digests[at] as (typeof digests)[number], filter))
    return ownJson({ found: shown.length, offset: 0, orders: shown, progress })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  const context = useChargeHistoryPage('northwind', 'b')
  return (
    <ChargeHistoryPage context={context} merchant={{ code: 'northwind', name: 'Northwind', timeZone: 'UTC' }} ticket={null} />
  )
}

const show = (search = '') =>
  render(
    <AddressForTests search={search}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Page />
      </QueryClientProvider>
    </AddressForTests>,
  )
const counts = () => screen.findByText(/^Showing/)
const segment = (group: string, name: RegExp) => within(screen.getByRole('group', { name: group })).getByRole('button', { name })

it('a choice is a step that Back undoes, and what is typed is none', async () => {
  show()
  await counts()
  const [push, replace] = [vi.spyOn(history, 'pushState'), vi.spyOn(history, 'replaceState')]
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find in orders' }), 'o-')
  expect([push.mock.calls.length, replace.mock.calls.length]).toEqual([0, 2])
  await userEvent.click(segment('Outcome', /^Received/))
  await userEvent.click(await screen.findByRole('button', { name: 'Amount' }))
  expect(push.mock.calls.map(([, , url]) => url)).toEqual(['/?find=o-&state=received', '/?find=o-&state=received&sort=-amount'])
  expect(replace).toHaveBeenCalledTimes(2)
})

it('says that the address asks for a month that isn’t one, until another period is chosen', async () => {
  show('month=2026-13')
  await counts()
  const said = () => screen.queryByText(/isn’t a month/)?.closest('[role="status"]')?.textContent
  expect(said()).toContain(
    '“2026-13” in the address isn’t a month such as 2026-10, or a quarter such as 2026-Q4. Shown instead: all dates.',
  )
  await userEvent.click(segment('Outcome', /^Received/))
  await vi.waitFor(() => expect(said()).toBeUndefined())
})

it('what is counted and what it is counted of come from one answer', async () => {
  show()
  expect((await counts()).textContent).toBe('Showing 3 of 3 orders')
})

it('figures that are refused are said to be, and nothing is counted', async () => {
  refused = ownJson(problem('invalid', 'Check the filter', { fields: [{ field: 'find', title: 'Too long' }] }).problem, {
    status: 422,
  })
  show('find=x')
  expect(await screen.findByText('Check the filter')).toBeTruthy()
  expect(screen.queryByText(/^Showing/)).toBeNull()
})

it('a tab has a count where its press leads to that many, and none under another filter', async () => {
  show()
  await counts()
  expect((await screen.findByRole('button', { name: /^Received/ })).textContent).toBe('Received2')
  cleanup()
  show('month=2026-10')
  await counts()
  expect((await screen.findByRole('button', { name: /^Received/ })).textContent).toBe('Received')
})

it('money without a currency has a switch and sums of its own', async () => {
  show()
  await counts()
  await userEvent.click(segment('Currency', /^No currency$/))
  expect(location.search).toBe('?currency=none')
  await vi.waitFor(async () => expect((await counts()).textContent).toBe('Showing 1 of 3 orders'))
  expect(segment('Currency', /^No currency$/).getAttribute('aria-pressed')).toBe('true')
  const totals = screen.getAllByRole('row').at(-1)
  expect(totals?.textContent).toContain('9.00 no currency')
  const received = await screen.findByRole('link', { name: /^Orders with money received in no currency: .*9\.00/ })
  expect(received.getAttribute('href')).toBe('?currency=none&money=received')
})
