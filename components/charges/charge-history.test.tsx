// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render as renderAlone, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { chargeLike, exampleOrder, orderLike } from '@/lib/charges/examples-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { problem } from '@/lib/core/problem'
import { ChargeHistory } from './charge-history'
import type { History } from './use-history'

afterEach(cleanup)
configure({ asyncUtilTimeout: 10_000 }) // what folds out is loaded when it is, and a busy machine takes its time

const render = (ui: ReactNode) => renderAlone(<QueryClientProvider client={new QueryClient()}>{ui}</QueryClientProvider>)

const history = (changes: Partial<History> = {}): History => ({
  orders: [exampleOrder],
  total: 1,
  complete: true,
  asOf: Date.UTC(2025, 4, 14),
  state: 'read',
  isLoadingOlder: false,
  error: null,
  olderFailed: false,
  loadOlder: null,
  refresh: () => {},
  ...changes,
})

const show = (changes: Partial<History> = {}, search = '') =>
  render(
    <AddressForTests search={search}>
      <ChargeHistory history={history(changes)} />
    </AddressForTests>,
  )

const rows = () => screen.getAllByRole('button', { expanded: false }).filter((button) => button.hasAttribute('data-order-row'))

it('folds an order open to its attempts, by the keyboard too', async () => {
  show()
  const row = screen.getByRole('button', { name: /Northwind Plus 1 month.*Paid once, at the 2nd card attempt/ })
  expect(row.getAttribute('aria-expanded')).toBe('false')
  row.focus()
  await userEvent.keyboard('{Enter}')
  expect(row.getAttribute('aria-expanded')).toBe('true')
  const attempts = within(await screen.findByRole('list', { name: 'Attempts of order Wq7LmR2x' })).getAllByRole('listitem')
  expect(attempts.map((attempt) => /deferred|declined|settled/.exec(attempt.textContent ?? '')?.[0])).toEqual([
    'deferred',
    'declined',
    'settled',
  ])
  expect(screen.getByText(/You were charged 162.00 BRL once on 4 March 2025/)).toBeTruthy()
})

it('says that the address asks for a day that isn’t one, and which days are shown', () => {
  show({}, 'from=2025-03-01&to=2025-02-30')
  const said = screen.getByText('“2025-02-30” in the address isn’t a day such as 2026-10-31.').closest('[role="status"]')
  expect(said?.textContent).toContain('Shown instead: since 1 Mar 2025. Choose days in the filters.')
})

it('tells of an order what is true beside the other orders of its day', async () => {
  show({ orders: [{ ...exampleOrder, orderId: '0therDay' }, exampleOrder], total: 2 })
  await userEvent.click(rows()[0] as HTMLElement)
  expect(
    await screen.findByText(/you were charged 162.00 BRL for more than one order\. This order was charged once\./),
  ).toBeTruthy()
})

it('says in its row that an order was a trial', () => {
  const products = exampleOrder.products.map((product) => ({ ...product, isTrial: true }))
  show({
    orders: [
      { ...exampleOrder, products },
      { ...exampleOrder, orderId: '0ther' },
    ],
    total: 2,
  })
  expect(rows().map((row) => /trial, visa ••0119/.test(row.textContent ?? ''))).toEqual([true, false])
})

it('says how many were bought, also of the only product', async () => {
  const products = [{ name: 'Northwind Plus', quantity: 3, prices: { origin: '30.00', discount: null } }]
  show({ orders: [orderLike([chargeLike({})], { products })] })
  await userEvent.click(screen.getByRole('button', { name: /3 × Northwind Plus/ }))
  expect((await screen.findAllByText('3 × Northwind Plus')).length).toBeGreaterThan(2)
})

it('shows hostile text as text', () => {
  const name = '<img src=x onerror=alert(1)>'
  const { container } = show({ orders: [orderLike([chargeLike({ status: name })], { products: [{ name }] })] })
  expect(screen.getByText(name)).toBeTruthy()
  expect(screen.getByText(`“${name}”, not counted as received`)).toBeTruthy()
  expect(container.querySelector('img')).toBeNull()
})

it('shows the attempts of the only order under it, without being asked', () => {
  show()
  const tries = within(screen.getByRole('list', { name: 'Order Wq7LmR2x, attempt by attempt' })).getAllByRole('listitem')
  expect(tries.map(({ textContent }) => /still open|declined|settled/.exec(textContent ?? '')?.[0])).toEqual([
    'still open',
    'declined',
    'settled',
  ])
})

it('says what its counts rest on while older orders are missing', () => {
  show({ total: 1000, complete: false, isLoadingOlder: true })
  expect(screen.getByText(/of the 1 newest of 1,000 orders/)).toBeTruthy()
  expect(screen.getByText(/1 of 1,000 orders loaded, loading more/)).toBeTruthy()
})

it('takes its filter from the address, and opens the only order that passes', async () => {
  const other = orderLike([chargeLike({ status: 'declined' })])
  show({ orders: [other, exampleOrder], total: 2 }, '?find=Wq7LmR2x')
  expect(await screen.findByRole('button', { expanded: true, name: /Northwind Plus 1 month/ })).toBeTruthy()
  expect(screen.queryByText(/no money received/)).toBeNull()
  expect(screen.getByText(/1 of 2 orders match/)).toBeTruthy()
})

it('keeps the blank between two words while somebody types', async () => {
  const others = Array.from({ length: 9 }, () => orderLike([chargeLike()]))
  show({ orders: [exampleOrder, ...others], total: 10 })
  const box = await screen.findByRole('searchbox', { name: 'Find in orders' })
  await userEvent.type(box, 'northwind plus')
  expect((box as HTMLInputElement).value).toBe('northwind plus')
  expect(screen.getByText(/1 of 10 orders match/)).toBeTruthy()
})

it('keeps the orders it has when older ones cannot be read', () => {
  const error = problem('unavailable', 'The service didn’t answer in time.', { traceId: 'abc123' })
  show({ total: 1000, complete: false, error, olderFailed: true, loadOlder: () => {} })
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load older orders')
  expect(rows()).toHaveLength(1)
})

it.each([
  [{ state: 'failed', error: problem('unavailable', 'No answer.'), orders: [] }, 'No answer.', true],
  [{ state: 'failed', error: problem('notFound', 'No such buyer.'), orders: [] }, 'No such buyer.', false],
] as const)('offers to try again only where that may help: %#', (changes, detail, again) => {
  show({ ...changes, orders: [] })
  expect(screen.getByRole('alert').textContent).toContain(detail)
  expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(again)
})

it('knows an order again that was made here, by the action id it carries', async () => {
  const actionId = '4f1d2c3b-8c80-4f38-9e5b-83b419b908ef'
  show({ orders: [{ ...exampleOrder, metaData: { counterfoilActionId: actionId } }] }, '?find=Wq7LmR2x')
  expect((await screen.findByRole('link', { name: 'Open its journal entry' })).getAttribute('href')).toBe(
    `/journal?entry=${actionId}`,
  )
})

it('says so when there is no order', () => {
  show({ orders: [], total: 0 })
  expect(screen.getByRole('heading', { name: 'No charges' })).toBeTruthy()
})

describe('what was done beside the orders', () => {
  const beside = {
    entries: [
      { entryId: 'new', time: '2025-03-04 18:00:00', text: 'Turn off autocharge' },
      { entryId: 'old', time: '2024-01-01 09:00:00', text: 'Change e-mail' },
    ],
    show: (entryId: string) => <span>{`entry ${entryId}`}</span>,
  }
  const showBeside = (changes: Partial<History> = {}, search = '') =>
    render(
      <AddressForTests search={search}>
        <ChargeHistory history={history(changes)} beside={beside} />
      </AddressForTests>,
    )
  const words = () =>
    screen.getAllByRole('listitem').flatMap(({ textContent }) => /entry \w+|Paid once/.exec(textContent ?? '')?.[0] ?? [])

  it('stands at its time among them', () => {
    showBeside()
    expect(words()).toEqual(['entry new', 'Paid once', 'entry old'])
  })

  it('is not shown before the orders of its time are loaded', () => {
    showBeside({ complete: false, total: 40 })
    expect(words()).toEqual(['entry new', 'Paid once'])
  })

  it('is left alone by the filter for it, and left out by a filter on orders', async () => {
    showBeside({}, '?state=actions')
    await screen.findByText('entry new')
    expect(words()).toEqual(['entry new', 'entry old'])
    const outcome = within(await screen.findByRole('group', { name: 'Outcome' }))
    await userEvent.click(outcome.getByRole('button', { name: /^Paid/ }))
    expect(words()[0]).toBe('Paid once')
    expect(words()).not.toContain('entry new')
  })

  it('is there although no order could be read', () => {
    showBeside({ orders: [], complete: false, state: 'failed', error: problem('unavailable', 'No answer.') })
    expect(words()).toEqual(['entry new', 'entry old'])
  })
})

describe('where the history was not read', () => {
  const entries = [{ entryId: 'a', time: '2025-05-14 12:00:00', text: 'Disable token' }]
  const beside = { entries, show: () => <p>Disable token</p> }
  const showBeside = (changes: Partial<History>, search = '') =>
    render(
      <AddressForTests search={search}>
        <ChargeHistory history={history({ orders: [], total: null, complete: false, ...changes })} beside={beside} />
      </AddressForTests>,
    )

  it('no count of received, declined or open is given', async () => {
    showBeside({ state: 'failed', error: problem('unavailable', 'No answer.') }, '?find=token')
    const outcome = within(await screen.findByRole('group', { name: 'Outcome' }))
    for (const name of ['All', 'Paid', 'Declined', 'Open']) expect(outcome.getByRole('button', { name })).toBeTruthy()
    expect(outcome.getByRole('button', { name: 'Actions 1' })).toBeTruthy()
  })

  it('an empty first piece is not called no charges', () => {
    show({ orders: [], total: 7, complete: false })
    expect(screen.queryByText('No charges')).toBeNull()
    expect(screen.getByText(/Only the 0 newest of 7 orders are loaded/)).toBeTruthy()
  })

  it('an empty history is called no charges only where the service says that there are none', () => {
    const { unmount } = show({ orders: [], total: null, complete: true, state: 'read' })
    expect(screen.queryByText('No charges')).toBeNull()
    expect(screen.getByText(/The service didn’t say how many orders there are/)).toBeTruthy()
    unmount()
    show({ orders: [], total: 0, complete: true, state: 'read' })
    expect(screen.getByText('No charges')).toBeTruthy()
  })

  it('what matches nothing is said of what was read alone', async () => {
    show({ orders: [exampleOrder], total: 7, complete: false }, 'find=zzz')
    expect(await screen.findByText(/None of the loaded orders match your filters\. Only the 1 newest of 7 orders/)).toBeTruthy()
  })
})
