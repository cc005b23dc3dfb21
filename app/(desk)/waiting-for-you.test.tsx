// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { approvalLike, detailLike } from '@/components/approvals/approval-for-tests'
import { AddressForTests } from '@/lib/client/address-for-tests'
import type { Approval, ApprovalInDetail } from '@/lib/commands/approval'
import type { CountedIds } from '@/lib/core/counted'
import { problem } from '@/lib/core/problem'
import type { Role } from '@/lib/core/roles'
import { waitingKey } from '@/lib/operations/query-keys'
import { answerWith } from '@/lib/pages/waiting-for-tests'
import { ownJson } from '@/lib/testing/own-answers'
import { WaitingForYou } from './waiting-for-you'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type RequestsInput = {
  role?: Role
  approvals?: Approval[]
  detail?: ApprovalInDetail
  decided?: () => Response
  counted?: CountedIds | null
  accounts?: string[]
}

function show({
  role = 'manager',
  approvals = [approvalLike()],
  detail = detailLike(),
  decided = () => ownJson({}, { headers: { 'x-decided': 'true' } }),
  counted = null,
  accounts = ['Northwind'],
}: RequestsInput = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  const waiting = answerWith({ approvals }, role)
  queryClient.setQueryData(waitingKey, waiting)
  const fetched = vi.fn(async (path: string, _init?: RequestInit) => {
    if (path === '/api/desk/waiting') return ownJson(waiting)
    return path.endsWith('/decide') ? decided() : ownJson(detail)
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <AddressForTests search={counted ? `at=${counted.at}&counted=${'a'.repeat(22)}` : ''}>
      <QueryClientProvider client={queryClient}>
        <WaitingForYou
          counted={counted}
          context={{ role, merchants: accounts.map((name) => ({ code: name.toLowerCase(), name, timeZone: 'UTC' })) }}
        />
      </QueryClientProvider>
    </AddressForTests>,
  )
  return (which = 0) => fetched.mock.calls.filter(([path]) => path.endsWith('/decide'))[which]?.[1]?.body
}

const open = async () => userEvent.click(screen.getByRole('button', { name: /Renew now/ }))
async function approve() {
  await userEvent.type(screen.getByRole('textbox', { name: 'Type RENEW' }), 'RENEW')
  await userEvent.click(screen.getByRole('button', { name: 'Approve and charge' }))
}
const ready = () => screen.findByRole('textbox', { name: 'Note' })

describe('what waits for a manager', () => {
  it('is nothing, in a sentence, while nothing waits', () => {
    show({ approvals: [] })
    expect(screen.getByText('Nothing is waiting for you right now.')).toBeTruthy()
  })

  it('names its merchant account for who has more than one, since rows of all of them stand together', () => {
    show()
    expect(screen.getByRole('listitem').textContent).not.toContain('Northwind')
    cleanup()
    show({ accounts: ['Northwind', 'Southbay'] })
    expect(screen.getByRole('listitem').textContent).toContain('Northwind · ')
  })

  it('is what a number counted where one opened the page, with what came later above it and what has gone said', async () => {
    const [first, later] = ['first', 'later'].map((id) => ({ ...approvalLike(), id, words: `Renew ${id}` }))
    if (!first || !later) throw new Error('There are two')
    const at = '2026-11-20T08:55:00.000Z'
    show({ approvals: [first, later], counted: { at, ids: ['approval first', 'approval decided'] } })
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items).toEqual([
      expect.stringContaining('Renew later'),
      expect.stringContaining('1 newer'),
      expect.stringContaining('Renew first'),
    ])
    expect(screen.getByText(/1 of them is gone since/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show list as of now' }))
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('says so where what was counted is no longer kept, and is then all of it', () => {
    show({ counted: { at: '2026-11-20T08:55:00.000Z', ids: null } })
    expect(screen.getByText(/no longer kept/)).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('is approved on the preview that was seen, with the note', async () => {
    const body = show()
    await open()
    await userEvent.type(await ready(), 'Once')
    const approve = screen.getByRole('button', { name: 'Approve and charge' })
    await userEvent.click(approve)
    expect(body()).toBeUndefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Type RENEW' }), 'RENEW')
    expect(screen.getByRole('button', { name: 'Approve and charge' }).className).toContain('danger')
    await userEvent.click(screen.getByRole('button', { name: 'Approve and charge' }))
    expect((await screen.findByRole('status')).textContent).toContain('It was sent in Ines Dahl’s name')
    expect(body()).toBe('{"approve":true,"effectHash":"the-hash-that-was-seen","note":"Once"}')
  })

  it('is not red where nothing renews', async () => {
    show({ detail: detailLike({ renews: false }) })
    await open()
    await ready()
    expect(screen.getByRole('button', { name: 'Approve and send' }).className).not.toContain('danger')
  })

  it('says of an approved command without an answer that nobody knows', async () => {
    const { problem: problemBody } = problem('unconfirmed', 'The service hasn’t answered yet.', {
      actionId: approvalLike().actionId,
    })
    show({ decided: () => ownJson(problemBody, { status: 504, headers: { 'x-outcome': 'unconfirmed' } }) })
    await open()
    await ready()
    await approve()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We do not know whether this was applied')
    expect(alert.textContent).toContain('It stays unconfirmed for Ines Dahl')
    expect(screen.getByRole('link', { name: 'Open in journal' }).getAttribute('href')).toContain(approvalLike().actionId)
  })

  it('says that nothing was sent where another action is in the way, and does not lead to it', async () => {
    const { problem: problemBody } = problem('conflict', 'Renew now by Ada is unconfirmed here. Nothing was sent.', {
      code: 'unsettled_action',
      actionId: '6f0b1b7e-5d0f-4d0c-9f3c-1d2e3f405162',
    })
    show({ decided: () => ownJson(problemBody, { status: 409 }) })
    await open()
    await ready()
    await approve()
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was sent.')
    expect(screen.queryByRole('link', { name: 'Open in journal' })).toBeNull()
  })

  it('shows what changed since it was asked, and is approved by a press of its own for the change', async () => {
    const body = show({ detail: detailLike({ renews: false, factsChanged: true }) })
    await open()
    await ready()
    expect(screen.getByRole('alert').textContent).toContain('Something changed since Ines Dahl asked. Nothing was sent.')
    const changes = screen.getByRole('table', { name: 'What changed since it was requested' })
    expect(changes.textContent).toMatch(/When requested.*Now.*End date.*20 Aug 2026.*23 Aug 2026/)
    await userEvent.click(screen.getByRole('button', { name: 'Approve the change' }))
    expect(body()).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    expect((await screen.findByRole('status')).textContent).toContain('It was sent in Ines Dahl’s name')
  })

  it('is approved again where the facts change as it is sent', async () => {
    const detail = detailLike({ renews: false })
    const { problem: changed } = problem('conflict', 'Something has just changed.', { code: 'changed' })
    const answers = [() => ownJson(changed, { status: 409 }), () => ownJson({}, { headers: { 'x-outcome': 'done' } })]
    const body = show({
      detail,
      decided() {
        Object.assign(detail, { ...detailLike({ renews: false, factsChanged: true }), effectHash: 'another' })
        return answers.shift()?.() ?? Response.error()
      },
    })
    await open()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Approve the change' }))
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    expect((await screen.findByRole('status')).textContent).toContain('Done')
    expect([body(), body(1)].map((sent) => JSON.parse(String(sent)).effectHash)).toEqual(['the-hash-that-was-seen', 'another'])
  })

  it('can only be declined where it can’t be sent any more', async () => {
    const body = show({ detail: { ...detailLike({ renews: false }), blocked: 'It would charge the buyer.' } })
    await open()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    expect(body()).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect((await screen.findByRole('status')).textContent).toContain('Declined')
    expect(screen.queryByRole('link', { name: 'Open in journal' })).toBeNull()
  })
})

describe('one’s own request', () => {
  it('is shown with its state and decided by nobody who asked it', async () => {
    show({ role: 'admin', approvals: [approvalLike({ mine: true })] })
    expect(screen.getByText('Renew now waits for approval')).toBeTruthy()
    await open()
    expect(await screen.findByText('You can’t decide your own request.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
  })

  it('says who decided it', () => {
    show({
      role: 'agent',
      approvals: [
        approvalLike({ mine: true, state: 'declined', decidedBy: 'Nadia Kerr', decidedAt: '2026-03-02T09:10:00.000Z' }),
      ],
    })
    expect(screen.getByRole('listitem').textContent).toMatch(/Renew now was declined by Nadia Kerr.*T-48201/)
  })
})
