// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AddressForTests } from '@/lib/client/address-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import type { Handover, HandoverItemNow, Handovers } from '@/lib/pages/handover'
import { lostAnswers, ownJson } from '@/lib/testing/own-answers'
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

const listOf = (data: Handover[]): Handovers => ({
  data,
  meta: { type: 'collection', total: data.length, asOf: '2026-11-23T09:00:00.000Z', now: [item], own: false },
})

function show(search: string, shown: Handover = sheet) {
  const all = listOf([shown])
  const taken = { ...shown, takenBy: 'Soren', takenAt: '2026-11-23T09:00:00.000Z' }
  const fetched = vi.fn(async (path: string, _options?: RequestInit) =>
    ownJson(path.endsWith('/take') ? taken : path === '/api/desk/handovers' ? all : shown),
  )
  vi.stubGlobal('fetch', fetched)
  draw(search)
  return fetched
}

const draw = (search: string) =>
  render(
    <AddressForTests search={search}>
      <QueryClientProvider client={makeQueryClient(addresses)}>
        <HandoverView merchant={{ code: 'northwind', name: 'Northwind' }} />
      </QueryClientProvider>
    </AddressForTests>,
  )

type Sent = { id: string; remark: string }

/** A dashboard without sheets, which makes one under the id of a request where `makes` says so, and answers as given. */
function making(...answers: { makes: boolean; answer: (() => Response) | null }[]) {
  let made: Handover | null = null
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    if (method === 'POST') {
      const id = new Headers(headers).get('x-action-id') ?? ''
      const { remark } = JSON.parse(String(body))
      sent.push({ id, remark })
      const { makes, answer } = answers.shift() ?? { makes: true, answer: null }
      if (makes) made = { ...sheet, id, remark, mine: true, person: 'Soren' }
      return answer?.() ?? ownJson(made)
    }
    return ownJson(path.endsWith('/handovers') ? listOf(made ? [made] : []) : made)
  })
  draw('')
  return sent
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

const make = async () => userEvent.click(await screen.findByRole('button', { name: 'Make hand-over sheet' }))
const remark = async (text: string) => userEvent.type(await screen.findByLabelText(/^Remark/), text)

describe.each(lostAnswers)('where an answer is lost by %s', (_, lose) => {
  it('a sheet that was made is shown', async () => {
    making({ makes: true, answer: lose })
    await remark('Watch it')
    await make()
    expect(await screen.findByRole('region', { name: 'Sheet by Soren' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Sheets' })).getByText('not taken over')).toBeTruthy()
  })

  it('a sheet that was taken over is shown as that', async () => {
    let taken = false
    vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
      if (path.endsWith('/handovers')) return ownJson(listOf([]))
      if (method === 'POST') {
        taken = true
        return lose()
      }
      return ownJson(taken ? { ...sheet, takenBy: 'Soren', takenAt: '2026-11-23T09:00:00.000Z' } : sheet)
    })
    draw('sheet=h-1')
    await userEvent.click(await screen.findByRole('button', { name: 'Take over' }))
    expect(await screen.findByText(/Soren took it over/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('a sheet that wasn’t made is made at the next press, with what the remark says then', async () => {
  const [[, lose]] = lostAnswers
  const sent = making({ makes: false, answer: lose })
  await remark('Watch it')
  await make()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We don’t know whether this was saved/)
  await remark(' closely')
  await make()
  expect(await screen.findByText('Watch it closely')).toBeTruthy()
  expect(sent.map((each) => each.remark)).toEqual(['Watch it', 'Watch it closely'])
  expect(sent[1]?.id).toBe(sent[0]?.id)
})

it('a sheet that is made only while another remark is sent is shown', async () => {
  const [[, lose]] = lostAnswers
  const used = () => ownJson(problem('conflict', 'Sent.', { code: 'action_id_used' }).problem, { status: 409 })
  const sent = making({ makes: false, answer: lose }, { makes: true, answer: used })
  await make()
  await screen.findByRole('alert')
  await remark('Watch it')
  await make()
  expect(await screen.findByRole('region', { name: 'Sheet by Soren' })).toBeTruthy()
  await waitFor(() => expect(sent).toHaveLength(2))
})
