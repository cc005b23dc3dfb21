// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, expect, it, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import type { Role } from '@/lib/core/roles'
import { readMarked } from '@/lib/incidents/client/marked-rows'
import type { ListPage, OwnedRow } from '@/lib/lists/list-page'
import { lists } from '@/lib/lists/lists'
import type { View } from '@/lib/lists/views'
import { ownJson } from '@/lib/testing/own-answers'
import { ListView } from './list-view'

const gone = vi.fn()

afterEach(() => {
  gone.mockClear()
  cleanup()
  vi.unstubAllGlobals()
})

const row: OwnedRow = {
  ...{ owner: null, last: { words: 'Disable token', at: '2026-11-22T09:00:00.000Z' } },
  ...{ key: 'c-2', chargeId: 'c-2', orderId: 'o-1', buyerId: '83b5ce0d-119e-46aa-98b8-b47d67a58213', person: null },
  ...{
    buyer: 'o•••e@e••••••.test',
    product: 'Pro 1 month',
    day: '2026-11-22',
    at: '2026-11-22 06:02:11',
    refund: 'waiting' as const,
  },
  ...{ why: '40 seconds apart', provider: 'acqlocal', amount: '36.30', currency: 'EUR', seen: '2026-11-23' },
}
const page: ListPage = {
  data: [row, { ...row, key: 'c-3', buyer: null }],
  meta: {
    ...{ type: 'collection', total: 1_000, isMore: true, asOf: '2026-11-23T09:00:00.000Z', today: '2026-11-23', next: 'n' },
    sums: [{ currency: 'EUR', amount: '1036.30' }],
    coverage: { of: 'charges', buyers: 4_180, read: 312, from: '2026-11-21', until: '2026-11-23' },
    facets: { provider: ['acqglobal', 'acqlocal'].map((value) => ({ value, label: value })) },
  },
}
const owner = { person: 'Soren Dahl', since: '2026-11-23T09:00:00.000Z', until: '2026-11-23T11:00:00.000Z' }
const view: View = {
  ...{ id: 'v-1', name: 'Doubles', list: 'double-payments', filter: { provider: 'acqlocal' }, shared: true, pinned: 'everybody' },
  ...{
    code: 'AAAAAAAAAAAAAAAAAAAAAA',
    pins: ['everybody'],
    position: null,
    mine: false,
    person: 'Ada',
    version: 3,
    count: { count: 2, isMore: false },
  },
}

function show(search: string, role: Role = 'manager', shown: ListPage = page) {
  const closed: string[] = []
  const fetched = vi.fn(async (path: string, options?: RequestInit) => {
    if (path.startsWith('/api/desk/views')) return ownJson({ data: [view], meta: { type: 'collection', total: 1 } })
    if (path === '/api/desk/owners') return ownJson({ data: { ...owner, mine: true } })
    if (path === '/api/desk/lists/double-payments/close') {
      closed.push(JSON.parse(`${options?.body}`).thing)
      return ownJson({ data: { id: 'x' } })
    }
    if (path === '/api/desk/lists') return ownJson({ data: [], meta: {} })
    return ownJson({ ...shown, data: shown.data.filter(({ key }) => !closed.includes(key)) })
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <AddressForTests search={search}>
      <AppRouterContext.Provider value={{ ...router, push: gone }}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <ListView name="double-payments" role={role} merchant={{ code: 'northwind', name: 'Northwind' }} />
        </QueryClientProvider>
      </AppRouterContext.Provider>
    </AddressForTests>,
  )
  return fetched
}

it('leads from each row to its charge, says on what it rests, and that it counted no further', async () => {
  show('')
  const link = await screen.findByRole('link', { name: 'o•••e@e••••••.test' })
  expect(link.getAttribute('href')).toBe('/buyers/83b5ce0d-119e-46aa-98b8-b47d67a58213?order=o-1&charge=c-2')
  expect(screen.getByRole('link', { name: 'buyer …8213' })).toBeTruthy()
  expect(screen.getByText('2 of more than 1,000 shown')).toBeTruthy()
  expect(
    screen.getByText(
      'Of 4,180 buyers known on Northwind, the charges of 312 count, as seen 21 Nov to 23 Nov. Others aren’t included.',
    ),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe('/api/desk/lists/double-payments/export')
})

it('is pinned for a role by who may share, and shared by a link that isn’t guessed', async () => {
  const copied = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } })
  const fetched = show('provider=acqlocal')
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }))
  expect(copied).toHaveBeenCalledWith(`${location.origin}/v/AAAAAAAAAAAAAAAAAAAAAA`)
  expect(screen.getByRole('heading', { name: 'Pinned for everybody' })).toBeTruthy()
  expect(await screen.findByText('Unpin for everybody')).toBeTruthy()
  await userEvent.click(screen.getByText('Pin for managers'))
  const [address, options] = fetched.mock.calls.find(([, given]) => given?.method === 'PUT') ?? []
  expect([address, options?.body]).toEqual(['/api/desk/views/v-1/pin', JSON.stringify({ for: 'manager', pinned: true })])
})

it('is shown as the view whose filters it has, which is changed by who may share', async () => {
  const fetched = show('provider=acqlocal')
  expect(await screen.findByRole('heading', { name: 'Doubles', level: 1 })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Edit view' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.clear(dialog.getByLabelText('Name'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Twice paid')
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  const [address, options] = fetched.mock.calls.find(([, given]) => given?.method === 'PUT') ?? []
  expect([address, JSON.parse(String(options?.body))]).toEqual([
    '/api/desk/views/v-1',
    {
      ...{ name: 'Twice paid', list: 'double-payments', filter: { provider: 'acqlocal' } },
      ...{ shared: true, version: 3 },
    },
  ])
})

it('offers an agent neither the file nor a change of what is shared, and says why', async () => {
  show('provider=acqlocal', 'agent')
  await screen.findByRole('heading', { name: 'Doubles', level: 1 })
  for (const name of ['Export CSV', 'Edit view'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})

it('puts one’s name on the row with the focus by m, shows it, and takes it off again', async () => {
  const fetched = show('')
  const link = await screen.findByRole('link', { name: 'buyer …8213' })
  expect(screen.getAllByRole('button', { name: 'Assign to me' })).toHaveLength(2)
  expect(screen.getAllByText(/^Disable token/)).toHaveLength(2)
  link.focus()
  await userEvent.keyboard('m')
  await userEvent.click(await screen.findByRole('button', { name: 'Take your name off' }))
  const bodies = fetched.mock.calls.flatMap(([path, given]) =>
    path === '/api/desk/owners' ? [JSON.parse(`${given?.body}`)] : [],
  )
  expect(bodies).toEqual([true, false].map((assigned) => ({ kind: 'double-payments', thing: 'c-3', assigned })))
})

it('lets a double payment be explained with a reason, takes it off the list and puts the focus on the next row', async () => {
  const fetched = show('')
  const [button] = await screen.findAllByRole('button', { name: 'Mark as explained' })
  if (!button) throw new Error('Each row can be explained')
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain double payment' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as explained' }))
  expect(dialog.getByText('Enter what explains it')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Reason'), 'A service fee')
  await userEvent.click(dialog.getByRole('button', { name: 'Mark as explained' }))
  expect(await screen.findByText('Row closed. It’s no longer in this list.')).toBeTruthy()
  const [, options] = fetched.mock.calls.find(([path]) => path === '/api/desk/lists/double-payments/close') ?? []
  expect(JSON.parse(`${options?.body}`)).toEqual({ thing: 'c-2', reason: 'A service fee' })
  expect(screen.queryByRole('link', { name: 'o•••e@e••••••.test' })).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'buyer …8213' })))
})

it('opened by a number has what came later above a line, and goes on to the list as of now', async () => {
  const counted = { at: '2026-11-23T08:55:00.000Z', isKept: true, newer: [{ ...row, key: 'c-9' }], isMore: false }
  const since = { ...page, data: page.data.map((each) => ({ ...each, left: true })), meta: { ...page.meta, counted } }
  const fetched = show(`at=${counted.at}&counted=${'a'.repeat(22)}`, 'manager', since)
  const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toContain('1 newer')
  expect([rows[0], rows[2]].map((text) => text?.includes('no longer in this list'))).toEqual([false, true])
  const asked = () => fetched.mock.calls.map(([path]) => path).filter((path) => path.startsWith('/api/desk/lists/double'))
  expect(asked()).toEqual([`/api/desk/lists/double-payments?at=2026-11-23T08%3A55%3A00.000Z&counted=${'a'.repeat(22)}`])
  await userEvent.click(screen.getByRole('button', { name: 'Show list as of now' }))
  await vi.waitFor(() => expect(asked().at(-1)).toBe('/api/desk/lists/double-payments'))
})

it('plans an incident with the rows that a manager marked by x, with all where none is marked, and not for an agent', async () => {
  show('')
  const plan = await screen.findByRole('button', { name: 'Plan an incident' })
  await screen.findByRole('link', { name: 'buyer …8213' })
  await userEvent.click(plan)
  expect(readMarked()).toEqual({ list: 'double-payments', filter: {}, keys: null })
  screen.getByRole('link', { name: 'buyer …8213' }).focus()
  await userEvent.keyboard('x')
  await userEvent.click(screen.getByRole('button', { name: 'Mark o•••e@e••••••.test for an incident' }))
  expect(screen.getByText('2 marked')).toBeTruthy()
  screen.getByRole('link', { name: 'buyer …8213' }).focus()
  await userEvent.keyboard('x')
  await userEvent.click(plan)
  expect(readMarked()).toEqual({ list: 'double-payments', filter: {}, keys: ['c-2'] })
  expect(gone).toHaveBeenLastCalledWith('/incidents/new?from=list')
  cleanup()
  show('', 'agent')
  expect((await screen.findByRole('button', { name: 'Plan an incident' })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: /for an incident$/ })).toBeNull()
})

it('says that no row matches where filters leave none, and takes them off; without any, that none is known', async () => {
  const empty: ListPage = { ...page, data: [], meta: { ...page.meta, total: 0, isMore: false, next: null, sums: [] } }
  const fetched = show('country=br&span=7', 'manager', empty)
  expect(await screen.findByRole('heading', { name: 'No matching rows' })).toBeTruthy()
  expect(fetched.mock.calls.map(([path]) => path)).toContainEqual(expect.stringContaining('country=BR'))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByRole('heading', { name: lists['double-payments'].nothing })).toBeTruthy()
})
