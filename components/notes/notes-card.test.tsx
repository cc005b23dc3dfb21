// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '@/lib/core/problem'
import { ownJson } from '@/lib/testing/own-answers'
import { NotesCard } from './notes-card'

let draft: object | null = null
afterEach(() => {
  cleanup()
  draft = null
})

const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
const of = { merchant: 'northwind', buyerId, role: 'agent', ticket: null } as const
const notes = { notes: [], colleagues: [] }

/** The card over a dashboard that answers each note in turn: null is a connection that breaks. Returns the ids and texts that were sent. */
function show(answers: (object | null)[]) {
  const sent: [string | null, unknown][] = []
  const answer = async (path: string, init: RequestInit = {}) => {
    if (path.includes('/drafts')) {
      if (init.method === 'PUT') draft = JSON.parse(String(init.body))
      if (init.method === 'DELETE') draft = null
      return ownJson(init.method === 'GET' ? { draft } : { kept: true })
    }
    if (init.method !== 'POST') return ownJson(notes)
    sent.push([new Headers(init.headers).get('x-action-id'), JSON.parse(String(init.body)).text])
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return ownJson(answer, { status: 'status' in answer ? Number(answer.status) : 200 })
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NotesCard {...of} />
    </QueryClientProvider>,
  )
  return sent
}

const add = async () => userEvent.click(await screen.findByRole('button', { name: /Add note/ }))
const type = async (text: string) => userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), text)

it('promises something for a day, which is marked as done by a press', async () => {
  const promise = { id: 'p-1', dueOn: '2026-11-24', doneAt: null, doneBy: null }
  const note = {
    id: 'n-1',
    text: 'Call back',
    version: 1,
    person: 'Ada',
    mine: true,
    ticket: null,
    at: '2026-11-23T09:00:00.000Z',
  }
  const answer = { notes: [{ ...note, writtenAt: note.at, mentions: [], promise, forShift: true }], colleagues: [] }
  show([answer])
  await type('Call back')
  fireEvent.change(screen.getByLabelText('Promised for'), { target: { value: '2026-11-24' } })
  await userEvent.click(screen.getByRole('checkbox', { name: 'For the next shift' }))
  await add()
  expect(screen.getByText('for the next shift')).toBeTruthy()
  expect(await screen.findByText('Promised for 24 Nov 2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mark as done' }))
  const bodies = vi.mocked(fetch).mock.calls.map(([path, given]) => [path, given?.body])
  expect(bodies).toContainEqual([
    `/api/desk/buyers/${buyerId}/notes`,
    JSON.stringify({ text: 'Call back', ticket: null, due: '2026-11-24', forShift: true }),
  ])
  expect(bodies).toContainEqual(['/api/desk/promises/p-1', JSON.stringify({ done: true })])
})

it('a note that is sent again after a broken connection bears the same id, the next one another', async () => {
  const sent = show([null, notes, notes])
  await type('One')
  await add()
  await screen.findByText(/couldn’t reach/)
  await add()
  await type('Two')
  await add()
  expect(sent.map(([, text]) => text)).toEqual(['One', 'One', 'Two'])
  const [first, again, next] = sent.map(([id]) => id)
  expect([again, next === first]).toEqual([first, false])
})

it('one that was changed in between is kept only after the person has been told of the first', async () => {
  const detail = 'This form was already sent with other details.'
  const sent = show([null, problem('conflict', detail, { code: 'action_id_used' }).problem, notes])
  await type('One')
  await add()
  await screen.findByText(/couldn’t reach/)
  await type(' and more')
  await add()
  expect(await screen.findByText(detail)).toBeTruthy()
  await add()
  const [first, changed, pressed] = sent.map(([id]) => id)
  expect([changed, pressed === first]).toEqual([first, false])
})

it('one whose answer was lost bears the same id after a reload', async () => {
  const sent = show([null])
  await type('One')
  await add()
  await screen.findByText(/couldn’t reach/)
  cleanup()
  await waitFor(() => expect(draft).not.toBeNull())
  const after = show([notes, notes])
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('One'))
  await add()
  await type('Two')
  await add()
  const [again, next] = after
  expect(again).toEqual(sent[0])
  expect(next).not.toEqual([sent[0]?.[0], 'Two'])
})
