// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { buyerId, cleanAfterEach, refusal, renderWithActions, stubFetch } from '@/components/actions/actions-for-tests'
import { verbOffers } from '@/lib/commands/verb-words'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import type { Quote } from '@/lib/prices/quote'
import { ownJson } from '@/lib/testing/own-answers'
import { QuoteView } from './quote-view'

cleanAfterEach()

const total = { origin: '45.90', amountWithDiscountsAndCoupons: '45.90', amountWithDiscountsAndCouponsAndTax: '45.90' }
const line = { productHashKey: 'p-1', actionName: 'renew', productCode: 'NWPLUS3', subscriptionId: 's-1' }
const answer = {
  currency: 'EUR',
  tax: null,
  chargeMethods: [],
  products: [{ code: 'NWPLUS3', name: 'Northwind Plus', nameByLocale: null, durationMonths: 3 }],
  bundles: [
    {
      bundleHashKey: 'b-1',
      products: [{ ...line, code: 'NWPLUS3', totalAmount: total }],
      totalAmount: { ...total, discountsAndCoupons: '0.00', taxPercent: '0.00', tax: '0.00' },
    },
  ],
} as unknown as PriceResult

const quote = {
  id: 'q-1',
  reference: 'Q-7KM3X9',
  state: 'open',
  merchant: 'northwind',
  buyerId,
  words: 'Plus 3 months',
  request: { bundles: [{ bundleHashKey: 'b-1', products: [line] }] },
  answer,
  compared: null,
  checked: null,
  used: null,
  person: 'Marta',
  mine: true,
  madeAt: '2026-11-23T08:41:00.000Z',
  validUntil: '2099-11-30T22:59:59.999Z',
  sharedAt: '2026-11-23T08:41:00.000Z',
} as unknown as Quote

/** The page of an open quote that somebody withdraws, and the answers that get through. */
async function show({ withdraw }: { withdraw?: () => Response } = {}) {
  let now = quote
  const set = (state: Quote['state']) => {
    now = { ...quote, state }
  }
  const received = stubFetch({
    'POST /api/desk/quotes/q-1/check': refusal('unavailable', 'The service isn’t answering.', {}),
    'GET /api/desk/quotes/q-1': () => ownJson(now),
    'POST /api/desk/quotes/q-1/withdraw': () => {
      set('withdrawn')
      return withdraw?.() ?? ownJson(now)
    },
    'GET /api/desk/replies': () => ownJson({ texts: [], agent: null }),
  })
  const context = {
    merchant: { code: 'northwind', name: 'Northwind', timeZone: 'UTC' },
    role: 'agent',
    buyer: { id: buyerId, email: null, country: 'DE' },
    ticket: null,
    reasons: {},
    verbs: verbOffers,
    products: [],
  }
  const props = {
    initial: quote,
    context,
    buyer: { title: null, country: null },
    letterhead: { name: 'Northwind', address: [] },
    customer: { name: null, email: null },
    subscription: null,
    isElsewhere: false,
    mayAct: null,
  }
  renderWithActions(<QuoteView {...(props as unknown as Parameters<typeof QuoteView>[0])} />)
  await screen.findByText(/^open until/)
  return { set, received }
}

const copy = () => userEvent.click(screen.getByRole('button', { name: 'Copy the offer' }))
const said = async (title: string) => (await screen.findByText(`${title}.`)).closest('[role=alert]')?.textContent

test('a withdrawal whose answer was lost is shown, and takes away what hands the offer out', async () => {
  await show({
    withdraw: () => {
      throw new TypeError('Failed to fetch')
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw quote' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw quote' }))
  expect(await screen.findByText('Withdrawn')).toBeTruthy()
  expect(screen.queryByText(/^open until/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy the offer' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Price again' })).toBeTruthy()
})

test('an offer that is open is copied', async () => {
  vi.stubGlobal('ClipboardItem', undefined)
  await show()
  await copy()
  expect(await screen.findByText('Copied')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toMatch(/45[.,]90/)
})

test.each(['withdrawn', 'used', 'lapsed'] as const)('an offer that is %s by now isn’t copied', async (state) => {
  vi.stubGlobal('ClipboardItem', undefined)
  const { set } = await show()
  await navigator.clipboard.writeText('before')
  set(state)
  await copy()
  expect(await said('The offer wasn’t copied')).toContain('This offer isn’t open any more.')
  expect(await navigator.clipboard.readText()).toBe('before')
  expect(screen.queryByRole('button', { name: 'Copy the offer' })).toBeNull()
})

test('an offer that was withdrawn isn’t printed, and nobody’s name is shown for it', async () => {
  const { set, received } = await show()
  set('withdrawn')
  await userEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(await said('Nothing was printed')).toContain('This offer isn’t open any more.')
  expect(received.filter(({ path }) => path.includes('reveal'))).toEqual([])
})

test('an offer that can’t be looked at again isn’t copied', async () => {
  vi.stubGlobal('ClipboardItem', undefined)
  await show()
  await navigator.clipboard.writeText('before')
  stubFetch({ 'GET /api/desk/quotes/q-1': refusal('unavailable', 'We couldn’t reach the database.', {}) })
  await copy()
  expect(await said('The offer wasn’t copied')).toContain('We couldn’t reach the database.')
  expect(await navigator.clipboard.readText()).toBe('before')
})
