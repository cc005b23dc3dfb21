// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AddressForTests } from '@/lib/client/address-for-tests'
import type { Handover, HandoverItemNow, Handovers } from '@/lib/pages/handover'
import { ownJson } from '@/lib/testing/own-answers'
import { HandoverView } from './handover-view'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const item: HandoverItemNow = {
  ...{ kind: 'unconfirmed', id: 'a-1', words: 'Disable token', person: 'Alma', at: '2026-11-23T06:00:00.000Z', ticket: 'T-1' },
  ...{ buyerId: '83b5ce0d-119e-46aa-98b8-b47d67a58213', buyer: null, now: 'still unconfirmed', isOpen: true },
  href: '/journal?entry=a-1',
  owner: { person: 'Alma', mine: false },
}
const sheet: Handover = {
  ...{ id: 'h-1', person: 'Alma', mine: false, madeAt: '2026-11-23T07:00:00.000Z', remark: 'Watch the first one', count: 2 },
  ...{ takenBy: null, takenAt: null },
  items: [item, { ...item, id: 'r-1', kind: 'refund', words: 'Refund of 20.00 EUR', now: 'done', isOpen: false }],
}

function show(search: string, shown: Handover = sheet) {
  const { items, ...inShort } = shown
  const all: Handovers = {
    data: [inShort],
    meta: { type: 'collection', total: 1, asOf: '2026-11-23T09:00:00.000Z', now: items.slice(0, 1), own: false },
  }
  const taken = { ...shown, takenBy: 'Soren', takenAt: '2026-11-23T09:00:00.000Z' }
  const fetched = vi.fn(async (path: string, _options?: RequestInit) =>
    ownJson(path.endsWith('/take') ? taken : path === '/api/desk/handovers' ? all : shown),
  )
  vi.stubGlobal('fetch', fetched)
  render(
    <AddressForTests search={search}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <HandoverView merchant={{ code: 'northwind', name: 'Northwind' }} />
      </QueryClientProvider>
    </AddressForTests>,
  )
  return fetched
}

it('says what is open now, each with the way to it, and lists the sheets', async () => {
  show('')
  const open = within(await screen.findByRole('region', { name: 'Open now' }))
  expect(open.getByRole('link', { name: 'Disable token' }).getAttribute('href')).toBe('/journal?entry=a-1')
  expect(open.getByText('buyer …8213 · Alma · T-1')).toBeTruthy()
  expect(open.getByRole('button', { name: 'Make hand-over sheet' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Sheets' })).getByText('not taken over')).toBeTruthy()
})

it('says what has become of each thing on a sheet, and is taken over under an id', async () => {
  const fetched = show('sheet=h-1')
  expect(await screen.findByText(/^1 of 2 still open\./)).toBeTruthy()
  expect(screen.getByText('Watch the first one')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  expect(await screen.findByText(/Soren took it over/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
  const [, options] = fetched.mock.calls.find(([path]) => path.endsWith('/take')) ?? []
  expect(new Headers(options?.headers).get('x-action-id')).toMatch(/^[\da-f-]{36}$/)
})

it('isn’t taken over by who made it', async () => {
  show('sheet=h-1', { ...sheet, mine: true })
  expect((await screen.findByRole('button', { name: 'Take over' })).getAttribute('aria-disabled')).toBe('true')
})

it('isn’t taken over while an unconfirmed action on it is nobody’s, which can be assigned there', async () => {
  show('sheet=h-1', { ...sheet, items: [{ ...item, owner: null }] })
  expect((await screen.findByRole('button', { name: 'Take over' })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Assign to me' })).toBeTruthy()
})

it('says where a sheet is full, so that nobody takes it for all there is', async () => {
  const notes = Array.from({ length: 1_000 }, (_, number): HandoverItemNow => ({ ...item, id: `n-${number}`, kind: 'note' }))
  show('sheet=h-1', { ...sheet, items: [item, ...notes] })
  expect(await screen.findAllByText('These are the oldest 1,000. There may be more that aren’t on this sheet.')).toHaveLength(1)
})
