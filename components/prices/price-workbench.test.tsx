// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { emptyWorkbench, newLine } from '@/lib/prices/workbench'
import { beganWithCoupon, cellOf, openPrices, pricedService, replyText, subscriptionId } from './workbench-for-tests'

const service = pricedService()

/** The page as it is opened, without a link. */
async function opened(column?: string) {
  openPrices(service)
  await cellOf('A', column)
}
const sent = () => service.asked.map(({ currency, bundles }) => [currency, bundles.map(({ bundleHashKey }) => bundleHashKey)])
const rest = () => act(() => new Promise((next) => setTimeout(next, 0)))

test('it begins with the buyer’s own renewal against their last charge, in one request', async () => {
  await opened()
  expect(sent()).toEqual([['EUR', ['b-1']]])
  const [today, own] = screen.getAllByRole('row').slice(1)
  expect(today?.textContent).toContain('What they pay today, autocharge on19.00 EURpaid 4 Nov 2026one month')
  expect(own?.textContent).toContain('20.00 EURone month1.00 more this month')
  expect(screen.getByRole('region', { name: /^Receipt: Plus 1 month/ }).textContent).toContain(
    '1.00 more this month against today.',
  )
})

test('the header knows when prices were asked for, and asks for all of them again', async () => {
  const before = Date.now()
  await opened()
  const refresh = await screen.findByRole('button', { name: /^Refresh, priced at/ })
  expect(Number(refresh.textContent?.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(before)
  fireEvent.click(refresh)
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      ['EUR', ['b-1']],
      ['EUR', ['b-1']],
    ]),
  )
})

test('what began the subscription with a coupon is told as that, and renewing it now is what is compared with', async () => {
  service.orders = [beganWithCoupon]
  await opened()
  const [today, own] = screen.getAllByRole('row').slice(1)
  await vi.waitFor(() =>
    expect(today?.textContent).toContain(
      'What renewing costs now, autocharge on20.00 EURpriced now, last paid 18.00 EUR with a discountone month',
    ),
  )
  expect(own?.textContent).toContain('20.00 EURone monthsame price')
  expect(screen.getByRole('region', { name: /^Receipt: Plus 1 month/ }).textContent).toContain('Same price as renewing now.')
  expect(await replyText()).not.toContain('than you pay now')
})

test('a charge history that cannot be read is said, with what it means for the comparison, until it is read', async () => {
  service.isUnreadable = true
  await opened('the buyer’s currency')
  expect(screen.getByText(/^We couldn’t read the charge history, so we don’t know what they last paid\./)).toBeTruthy()
  service.isUnreadable = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(screen.queryByText(/^We couldn’t read/)).toBeNull())
})

test.each([
  ['as the service shows on the first visit', true],
  ['as is known from the start', false],
])('an account without a list of subscriptions says that, %s, and nothing that trying again could mend', async (_, isTried) => {
  const listed = () => {
    throw problem('notFound', 'This isn’t available for the merchant account Northwind.', { code: 'read_off' })
  }
  openPrices({ listed }, null, { listSubscriptions: isTried, listDowngradeTargets: false })
  const says = await screen.findByText(/^This merchant account can’t list subscriptions, so we don’t know what an option/)
  expect(says.closest('[role=status]')).toBeTruthy()
  expect(screen.queryByText(/couldn’t read/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a list of subscriptions that fails is said to be unread, and tried again', async () => {
  let isDown = true
  const { listed } = service
  openPrices({
    listed() {
      if (isDown) throw problem('unavailable', 'Couldn’t reach the service')
      return listed()
    },
  })
  await screen.findByText(/^We couldn’t read the subscriptions, so we don’t know/)
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(screen.queryByText(/^We couldn’t read/)).toBeNull())
})

test('slid from place to place a discount is asked for once, and the old price is told to be old until then', async () => {
  await opened()
  const slider = screen.getByRole('slider', { name: 'Common discount' })
  for (const value of ['10', '25', '50']) fireEvent.change(slider, { target: { value } })
  const cell = screen.getByRole('button', { name: /^Show receipt of A in EUR/ })
  expect([cell.textContent?.includes('20.00'), service.asked.length]).toEqual([true, 1])
  await vi.waitFor(() => expect(cell.textContent).toContain('saves 9.00 this month'))
  expect(service.asked.slice(1).map(({ bundles }) => bundles[0]?.products[0])).toMatchObject([{ discount: 50 }])
  fireEvent.change(screen.getByLabelText('Common discount, %'), { target: { value: '100' } })
  expect(screen.getByText(/^Enter a percentage from 0.01 to 99.99/)).toBeTruthy()
  await rest()
  expect(service.asked).toHaveLength(2)
})

test('a discount on its way to 12.5 is asked for once it rests, the point being a key like any other', async () => {
  await opened()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    for (const value of ['1', '12', '12.', '12.5']) {
      fireEvent.change(screen.getByLabelText('Common discount, %'), { target: { value } })
      await passes(200)
    }
    expect(service.asked).toHaveLength(1)
    await passes(100)
    expect(service.asked.slice(1).map(({ bundles }) => bundles[0]?.products[0]?.discount)).toEqual([12.5])
  } finally {
    vi.useRealTimers()
  }
})

test('currencies pasted together are columns, in which today is priced now with the option that is the same renewal', async () => {
  await opened()
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'usd, gbp' } })
  await cellOf('A', 'GBP')
  await vi.waitFor(() => expect(screen.getByText(/^4 of 5 prices, 2 requests, /)).toBeTruthy())
  expect(sent().slice(1).toSorted()).toEqual([
    ['GBP', ['b-1']],
    ['USD', ['b-1']],
  ])
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('20.00 USDpriced nowone month')

  // With a discount the two differ, and the rules force a request for each; today's is known already.
  fireEvent.change(screen.getByLabelText('Common discount, %'), { target: { value: '50' } })
  await screen.findByRole('button', { name: /^Show receipt of A in GBP: 10\.00/ })
  expect(sent().slice(3).toSorted()).toEqual([
    ['EUR', ['b-1']],
    ['GBP', ['b-1']],
    ['USD', ['b-1']],
  ])
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('20.00 USDpriced nowone month')
})

test('one renewal in four currencies takes four requests, however it is broken down and written', async () => {
  service.orders = [beganWithCoupon]
  const line = newLine('p-7', {
    ...{ action: 'renew', product: ' PLUS1 ', subscription: subscriptionId.toUpperCase() },
    per: ['day'],
  })
  const currencies = ['EUR', 'USD', 'GBP', 'BRL']
  openPrices(service, { ...emptyWorkbench, options: [{ key: 'b-1', name: '', lines: [line] }], currencies })
  await vi.waitFor(() => expect(screen.getByText(/^8 prices, 4 requests, /)).toBeTruthy())
  expect(sent().toSorted()).toEqual(currencies.toSorted().map((currency) => [currency, ['b-1']]))
})

test('an option is added, typed and priced beside the others, which are not asked again', async () => {
  await opened()
  fireEvent.click(screen.getAllByRole('button', { name: 'Add an option' })[0] as HTMLElement)
  const drawer = await screen.findByRole('dialog', { name: 'Edit option B: Nothing chosen yet' })
  const product = within(drawer).getByLabelText('Product')
  expect(document.activeElement).toBe(product)
  fireEvent.change(product, { target: { value: 'PLUS12' } })
  fireEvent.click(within(drawer).getByRole('button', { name: 'Done' }))
  const price = await screen.findByRole('button', { name: /^Show receipt of B in EUR: 180\.00/ })
  expect(price.textContent).toContain('15.00 a monthadds to what they pay today')
  expect(sent()).toEqual([
    ['EUR', ['b-1']],
    ['EUR', ['b-2']],
  ])
  fireEvent.keyDown(price, { key: 'ArrowUp' })
  expect(document.activeElement?.textContent).toMatch(/^Show receipt of A in EUR/)
  expect(screen.getByRole('region', { name: /^Receipt: Plus 1 month/ })).toBeTruthy()
})
