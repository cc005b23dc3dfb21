// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { problem } from '@/lib/problem'
import { actionLike, openAction } from './action-for-tests'
import { SettleDialog } from './settle-dialog'
import { UndoDialog } from './undo-dialog'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(dialog: React.ReactElement, answer: () => Promise<Response>) {
  const fetched = vi.fn((_path: string, _init: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>)
  return fetched
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows what an undo sets before it sends it, once', async () => {
  let finish = () => {}
  const answer = () =>
    new Promise<Response>((resolve) => {
      finish = () => resolve(Response.json({}))
    })
  const fetched = show(<UndoDialog action={actionLike()} onClose={() => {}} />, answer)
  expect(screen.getByRole('row', { name: /Autocharge Off On/ })).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  await press('Undo')
  await userEvent.click(screen.getByRole('button', { name: 'Sending…' }))
  finish()
  expect((await screen.findByRole('status')).textContent).toContain('“Turn on autocharge” was sent and answered')
  expect(fetched).toHaveBeenCalledOnce()
  const [path, init] = fetched.mock.calls[0] ?? []
  expect(path).toBe('/api/desk/actions/0b9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55/undo')
  expect(new Headers(init?.headers).get('x-action-id')).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
})

it('says of an undo without an answer that nobody knows', async () => {
  const { problem: told } = problem('unconfirmed', 'The service has not answered yet.')
  show(<UndoDialog action={actionLike()} onClose={() => {}} />, async () =>
    Response.json(told, { status: 504, headers: { 'x-outcome': 'unconfirmed' } }),
  )
  await press('Undo')
  expect((await screen.findByRole('alert')).textContent).toContain('We do not know whether this was applied')
})

it('does not settle before it is told what became of it and how that is known', async () => {
  const fetched = show(<SettleDialog action={openAction()} onClose={() => {}} />, async () =>
    Response.json(openAction({ settledAs: 'happened' })),
  )
  await press('Settle')
  expect(screen.getByText('Say whether it was applied')).toBeTruthy()
  expect(screen.getByText('Say how you know')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('radio', { name: /It was applied/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Seen in the shop')
  await press('Settle')
  expect((await screen.findByRole('status')).textContent).toContain('Settled: applied')
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"as":"happened","how":"by-hand","reason":"Seen in the shop"}')
})

it('keeps apart what a check has shown from what a person says against it', async () => {
  const found = { as: 'happened', reason: 'Autocharge is Off' } as const
  const fetched = show(<SettleDialog action={openAction()} found={found} onClose={() => {}} />, async () =>
    Response.json(openAction()),
  )
  await userEvent.click(screen.getByRole('radio', { name: /It was not applied/ }))
  await press('Settle')
  await screen.findByRole('status')
  expect(fetched.mock.calls[0]?.[1].body).toContain('"how":"by-hand"')
})
