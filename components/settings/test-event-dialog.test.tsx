// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { EventShown } from '@/lib/events/event-list'
import type { EventsOverview } from '@/lib/events/overview'
import { isTestEvent } from '@/lib/events/test-event'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import { TestEventDialog } from './test-event-dialog'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const event: EventShown = {
  ...{ id: 'e-9', receivedAt: '2026-11-23T09:00:00.000Z', copies: 1, action: 'test', buyerId: null, who: null, saidAt: null },
  ...{ state: 'test', why: null, settled: false },
}
const begin = () => `${window.location.origin}/api/events/northwind/`
const secret = 's'.repeat(43)

/** `becomes`: what the list of test events holds after each look at it. */
function show(tests: EventsOverview['tests'], { status = 202, sent = 1, becomes = [[event]] as EventShown[][] } = {}) {
  const posted: { path: string; body: string }[] = []
  let looks = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') {
      posted.push({ path, body: String(body) })
      return path.endsWith('/events/test') ? ownJson({ sent }) : ownAnswer(null, { status })
    }
    const data = posted.length === 0 ? [{ ...event, id: 'e-earlier' }] : (becomes[looks++] ?? becomes.at(-1) ?? [])
    return ownJson({ data, meta: { type: 'collection', asOf: '', next: null } })
  })
  const overview = { tests, address: begin() } as EventsOverview
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TestEventDialog overview={overview} merchant="northwind" onClose={() => {}} />
    </QueryClientProvider>,
  )
  return posted
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send test event' }))

it('has the stand-in send one, waits until it is read, and says so', async () => {
  const earlier = { ...event, id: 'e-earlier' }
  const posted = show('standin', { becomes: [[earlier], [{ ...event, state: 'received' }, earlier], [event, earlier]] })
  await send()
  expect(await screen.findByText('Sent. Waiting for it…')).toBeTruthy()
  const said = await screen.findByText(/and was read as a test/, {}, { timeout: 5_000 })
  expect(said.closest('[role=status]')).not.toBeNull()
  expect(posted).toEqual([{ path: '/api/desk/events/test', body: '{}' }])
})

it('posts one to the address that somebody pastes, and to no other', async () => {
  const posted = show('address')
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), 'https://elsewhere.example.test/api/events/northwind/x')
  await send()
  expect(screen.getByText(/^Paste an address that begins with/)).toBeTruthy()
  expect(posted).toEqual([])
  await userEvent.clear(screen.getByRole('textbox', { name: 'Address' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), `${begin()}${secret}`)
  await send()
  expect(await screen.findByText(/and was read as a test/)).toBeTruthy()
  expect(posted.map(({ path, body }) => [path, isTestEvent(body)])).toEqual([[`/api/events/northwind/${secret}`, true]])
})

it.each([
  ['address', 404, /the address was revoked or never existed/],
  ['address', 429, /refused with 429/],
] as const)('says why an event to %s was refused with %i', async (tests, status, says) => {
  show(tests, { status })
  await userEvent.type(screen.getByRole('textbox', { name: 'Address' }), `${begin()}${secret}`)
  await send()
  expect(await screen.findByText(says)).toBeTruthy()
})

it('says that the stand-in has no address', async () => {
  show('standin', { sent: 0 })
  await send()
  expect(await screen.findByText(/The demo’s service has no address of this merchant account/)).toBeTruthy()
})

it('gives up after half a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show('standin', { becomes: [[{ ...event, id: 'e-earlier' }]] })
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Send test event' }))
  await screen.findByText('Sent. Waiting for it…')
  await vi.advanceTimersByTimeAsync(32_000)
  await waitFor(() => expect(screen.getByText(/^Nothing came within 30 s/)).toBeTruthy())
})
