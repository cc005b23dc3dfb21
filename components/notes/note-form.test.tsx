// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isTypedKept, saveOpenForms } from '@/lib/client/open-forms'
import { makeQueryClient } from '@/lib/client/operation-query'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { ownJson } from '@/lib/testing/own-answers'
import { NoteForm } from './note-form'

/** The drafts of one person as the server keeps them, and whether it does so now. */
let drafts: Map<string, unknown>
let answers: 'yes' | 'signed-out' | 'down'

beforeEach(() => {
  drafts = new Map()
  answers = 'yes'
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (answers !== 'yes') {
      const { problem: problemBody } = problem(answers === 'down' ? 'unavailable' : 'signedOut', 'No.') as ServiceProblem
      return ownJson(problemBody, { status: problemBody.status })
    }
    if (method === 'PUT') drafts.set(path, JSON.parse(String(body)))
    if (method === 'DELETE') drafts.delete(path)
    return ownJson(method === 'GET' ? { draft: drafts.get(path) ?? null } : { kept: method === 'PUT' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(onSave: (actionId: string, text: string) => Promise<void> = async () => {}) {
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <NoteForm verb="Add note" draftKey="note:b:northwind" colleagues={[]} onSave={onSave} />
    </QueryClientProvider>,
  )
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })

it('a note that was not stored comes back with its last letters, where the page was left at once', async () => {
  open()
  await userEvent.type(field(), 'Prefers letters')
  cleanup()
  await waitFor(() => expect(drafts.size).toBe(1))
  open()
  await waitFor(() => expect(field().value).toBe('Prefers letters'))
})

it('what is typed is saved before a session is ended on purpose', async () => {
  open()
  await userEvent.type(field(), 'Prefers letters')
  expect(isTypedKept()).toBe(false)
  await saveOpenForms()
  expect([...drafts.values()]).toMatchObject([{ values: { text: 'Prefers letters' } }])
  expect(isTypedKept()).toBe(true)
})

it('a note that is being typed when the page goes is kept', async () => {
  open()
  await userEvent.type(field(), 'Prefers letters')
  expect(drafts.size).toBe(0) // it hasn't been quiet for long enough
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(drafts.size).toBe(1))
})

it('a note that is stored leaves no draft', async () => {
  const stored: string[] = []
  open(async (_, text) => void stored.push(text))
  await userEvent.type(field(), 'Prefers letters')
  await saveOpenForms()
  await userEvent.click(screen.getByRole('button', { name: /Add note/ }))
  await waitFor(() => expect(drafts.size).toBe(0))
  expect([stored, field().value, isTypedKept()]).toEqual([['Prefers letters'], '', null])
})

it.each([
  ['signed-out', /You were signed out, so this note isn’t saved/],
  ['down', /We couldn’t keep a draft of this note/],
] as const)('a note that could not be kept says so, and is kept once it can be (%s)', async (how, says) => {
  open()
  await waitFor(() => expect(field().readOnly).toBe(false))
  answers = how
  await userEvent.type(field(), 'Prefers letters')
  expect(await screen.findByText(says)).toBeTruthy()
  expect(isTypedKept()).toBe(false)
  answers = 'yes'
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(isTypedKept()).toBe(true))
  expect(screen.queryByText(says)).toBeNull()
  expect(field().value).toBe('Prefers letters')
})

it('a note that wasn’t stored for want of a session stays, with a link that signs in in another tab', async () => {
  const stored: string[] = []
  let isOut = true
  open(async (_, text) => {
    if (isOut) throw problem('signedOut', 'Sign in first.')
    stored.push(text)
  })
  await userEvent.type(field(), 'Prefers letters')
  await userEvent.click(screen.getByRole('button', { name: /Add note/ }))
  const link = await screen.findByRole('link', { name: 'Sign in in another tab' })
  expect(link.getAttribute('target')).toBe('_blank')
  expect([screen.getByText(/this note isn’t saved\. It stays on this page\./), field().value]).toEqual([
    expect.anything(),
    'Prefers letters',
  ])
  isOut = false
  await userEvent.click(screen.getByRole('button', { name: /Add note/ }))
  await waitFor(() => expect(stored).toEqual(['Prefers letters']))
})
