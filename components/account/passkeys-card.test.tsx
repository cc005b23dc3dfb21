// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { router } from '@/components/ui/router-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import type { OwnPasskeys } from '@/lib/signatures/passkey'
import { lostAnswers, ownJson } from '@/lib/testing/own-answers'
import { PasskeysCard } from './passkeys-card'

const refresh = vi.fn()
let made = 0

beforeEach(() => {
  made = 0
  refresh.mockClear()
  const bytes = new ArrayBuffer(8)
  const response = { attestationObject: bytes, clientDataJSON: bytes }
  // A device makes one passkey for an account, and says so at the second try.
  const create = async () => {
    made += 1
    if (made > 1) throw new DOMException('It has one.', 'InvalidStateError')
    return { id: 'AAAA', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
  }
  vi.stubGlobal('PublicKeyCredential', () => {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const key = { id: 'k-1', name: 'Blue key', addedAt: '2026-11-23T08:00:00Z', lastUsedAt: null, synced: false, elsewhere: false }
const none: OwnPasskeys = { passkeys: [], adding: 'now', atSignIn: false, lifted: null, isSigning: true }
const one: OwnPasskeys = { ...none, passkeys: [key], adding: 'confirm' }

type Sent = { method: string; id: string | null; body: Record<string, unknown> }

/** The dashboard with the passkeys there are; of each change it makes `answers` gives what the page gets. */
function show(initial: OwnPasskeys, answers: (() => Response)[], then: OwnPasskeys) {
  let now = initial
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', headers, body }: RequestInit) => {
    const given = typeof body === 'string' ? JSON.parse(body) : {}
    if (method === 'GET') return ownJson(now)
    if (method === 'POST' && !('credential' in given)) return ownJson({ id: 'e-1', options: enrolment })
    sent.push({ method, id: new Headers(headers).get('x-action-id'), body: given })
    now = then
    return answers.shift()?.() ?? ownJson(now)
  })
  render(
    <AppRouterContext.Provider value={{ ...router, refresh }}>
      <QueryClientProvider client={makeQueryClient(addresses)}>
        <PasskeysCard initial={initial} />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  )
  return sent
}

const enrolment = {
  challenge: 'AAAA',
  rp: { name: 'Counterfoil', id: 'localhost' },
  pubKeyCredParams: [],
  user: { id: 'AAAA', name: 'alma@example.test', displayName: 'Alma' },
}
const add = () => userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))
const listed = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

describe.each(lostAnswers)('where an answer is lost by %s', (_, lose) => {
  it('a passkey that was added is listed, and pressing again sends what the device made, under the same id', async () => {
    const sent = show(none, [lose], one)
    await userEvent.type(screen.getByLabelText('Passkey name'), 'Blue key')
    await add()
    expect((await screen.findByRole('alert')).textContent).toMatch(/^We don’t know whether this was saved/)
    await waitFor(() => expect(listed()).toEqual([expect.stringContaining('Blue key')]))
    expect(refresh).toHaveBeenCalled()
    await add()
    expect(await screen.findByText('Passkey added.')).toBeTruthy()
    expect(sent[1]).toEqual(sent[0])
    expect([sent.length, made]).toEqual([2, 1])
  })

  it('a passkey that was removed isn’t listed, and nothing is left to press', async () => {
    show(one, [lose], none)
    await userEvent.click(screen.getByRole('button', { name: 'Remove Blue key' }))
    expect(await screen.findByText(/^No passkeys yet\./)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a passkey that may still be there is removed under the same id', async () => {
    const sent = show(one, [lose], one)
    const remove = () => userEvent.click(screen.getByRole('button', { name: 'Remove Blue key' }))
    await remove()
    await screen.findByRole('alert')
    await remove()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual(sent[0])
  })

  it('the question at sign-in is shown as it was turned', async () => {
    show(one, [lose], { ...one, atSignIn: true })
    const box = screen.getByRole('checkbox') as HTMLInputElement
    await userEvent.click(box)
    await waitFor(() => expect(box.checked).toBe(true))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

it('a passkey that is gone already counts as removed', async () => {
  show(one, [() => ownJson(problem('notFound', 'We couldn’t find that passkey.').problem, { status: 404 })], none)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Blue key' }))
  expect(await screen.findByText(/^No passkeys yet\./)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a passkey that was refused is made anew at the next press', async () => {
  const refused = () => ownJson(problem('invalid', 'The challenge is over.').problem, { status: 422 })
  show(none, [refused], none)
  await userEvent.type(screen.getByLabelText('Passkey name'), 'Blue key')
  await add()
  expect((await screen.findByRole('alert')).textContent).toContain('The challenge is over.')
  await add()
  await waitFor(() => expect(made).toBe(2))
})
