// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { EventInDetail, EventShown } from '@/lib/events/event-list'
import type { EventsOverview } from '@/lib/events/overview'
import { ownJson } from '@/lib/testing/own-answers'
import { EventsView } from './events-view'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const overview: EventsOverview = {
  address: 'https://desk.example.test/api/events/northwind/',
  addresses: [
    { id: 'a-1', tail: 'q7Zk', madeBy: 'Ada', madeAt: '2026-11-14T09:00:00.000Z', lastUsedAt: '2026-11-23T09:00:00.000Z' },
  ],
  settings: { from: ['198.51.100.0/24'], settles: 'read' },
  lastAt: '2026-11-23T09:00:00.000Z',
  today: 1_318,
  refused: { sender: 3 },
  waiting: { count: 0, oldestSeconds: null },
  reads: 0,
  settledWeek: 23,
  hours: [
    { hour: '2026-11-23T08', count: 0 },
    { hour: '2026-11-23T09', count: 1_318 },
  ],
  quietSince: null,
  missingSince: null,
  tests: 'address',
  gaps: [{ from: '2026-11-20T02:10:00.000Z', to: '2026-11-20T02:52:00.000Z', kind: 'expected' }],
}
const settled: EventShown = {
  ...{ id: 'e-1', receivedAt: '2026-11-23T09:00:00.000Z', copies: 3, action: 'charge_settle', buyerId: null, who: null },
  ...{ saidAt: '2026-11-23 09:00:00', state: 'taken', why: null, settled: true },
}
const broken: EventShown = {
  ...settled,
  id: 'e-2',
  copies: 1,
  action: null,
  state: 'unreadable',
  why: 'it isn’t JSON',
  settled: false,
}
const detail: EventInDetail = {
  ...{ ...settled, lastReceivedAt: settled.receivedAt, addressTail: 'q7Zk', settledAction: 'a-9', bytes: 640 },
  ...{ said: [['E-mail', 'n•••@e••••••.test']], raw: '{ "action": "charge_settle" }' },
}

function show(more: Partial<EventsOverview> = {}, mayChange = true) {
  const asked: { method: string; path: string; body: unknown }[] = []
  const answer = { ...overview, ...more }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    if (path.endsWith('/addresses')) return ownJson({ id: 'a-2', address: `${answer.address}${'s'.repeat(43)}` })
    if (path.endsWith('/replay')) {
      const isDryRun = JSON.parse(String(body)).dryRun
      return ownJson({ isDryRun, read: 12, events: 3, charges: 1 })
    }
    if (path.endsWith('/events/e-1')) return ownJson(detail)
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1')
    const older = { ...settled, id: 'e-0' }
    const data = searchParams.get('state') === 'unreadable' ? [broken] : searchParams.get('after') ? [older] : [settled, broken]
    const next = searchParams.get('after') || searchParams.get('state') ? null : 'older'
    return ownJson(pathname.endsWith('/events') ? { data, meta: { type: 'collection', asOf: '', next } } : answer)
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EventsView initial={answer} merchant={{ code: 'northwind', name: 'Northwind', colour: null }} mayChange={mayChange} />
    </QueryClientProvider>,
  )
  return asked
}

it('tells how events come in, and an address only by its end', async () => {
  show()
  for (const text of ['1,318', '3 refused: sender not allowed', 'Everything is read']) expect(screen.getByText(text)).toBeTruthy()
  for (const text of ['settled an action', '× 3']) expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText(/northwind\/••••q7Zk/)).toBeTruthy()
  expect(screen.getByRole('img', { name: /Events per hour/ })).toBeTruthy()
})

it('shows a new address once, and saves from where events may come', async () => {
  const asked = show()
  await userEvent.click(screen.getByRole('button', { name: 'Create address' }))
  const made = within(await screen.findByRole('dialog', { name: 'Address created' }))
  expect(made.getByText(/s{43}$/)).toBeTruthy()
  await userEvent.click(made.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(/s{43}$/)).toBeNull()
  const from = screen.getByRole('textbox', { name: 'Only from' })
  await userEvent.clear(from)
  await userEvent.type(from, '203.0.113.7, 2001:db8::/48')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ from: ['203.0.113.7', '2001:db8::/48'], settles: 'read' })
})

it('lets a manager read it, and says who may change it', async () => {
  const asked = show({ quietSince: '2026-11-23T09:00:00.000Z', missingSince: '2026-11-23T09:00:00.000Z' }, false)
  for (const text of [
    /No event came for longer than usual/,
    /The events of our own actions don’t come/,
    'Events of our own actions didn’t come',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create address' }))
  await userEvent.click(screen.getByRole('button', { name: 'Revoke the address that ends in q7Zk' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByText('Needs the admin role.').length).toBeGreaterThan(1)
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('shows older events, those of one kind, and of each what it says beside the text that came', async () => {
  const asked = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Open charge_settle' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'charge_settle' }))
  expect(await sheet.findByText('n•••@e••••••.test')).toBeTruthy()
  expect(sheet.getByText('{ "action": "charge_settle" }')).toBeTruthy()
  await userEvent.click(sheet.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await vi.waitFor(() => expect(screen.getAllByRole('button', { name: 'Open charge_settle' }).length).toBe(2))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Taken as' }), 'unreadable')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Open charge_settle' })).toBeNull())
  expect(screen.getByText('it isn’t JSON')).toBeTruthy()
  expect(asked.at(-1)?.path).toContain('state=unreadable')
})

it('replays events only after showing what that would change', async () => {
  const asked = show()
  await userEvent.click(screen.getByRole('button', { name: 'Replay' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Replay events' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByText('Would change 3 of 12 events, and what Find says of 1 charge.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Replay' }))
  expect(await dialog.findByText('Changed 3 of 12 events, and what Find says of 1 charge.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Replay' })).toBeNull()
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
    { dryRun: true },
    { dryRun: false },
  ])
})
