// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { approvalLike, detailLike } from '@/components/approvals/approval-for-tests'
import type { Approval, ApprovalInDetail } from '@/lib/commands/approval'
import { problem } from '@/lib/core/problem'
import type { Role } from '@/lib/core/roles'
import { waitingKey } from '@/lib/operations/query-keys'
import type { Waiting } from '@/lib/pages/waiting'
import { WaitingForYou } from './waiting-for-you'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type RequestsInput = { role?: Role; approvals?: Approval[]; detail?: ApprovalInDetail; decided?: () => Response }

function show({
  role = 'manager',
  approvals = [approvalLike()],
  detail = detailLike(),
  decided = () => Response.json({}),
}: RequestsInput = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  const waiting: Waiting = {
    ...{ unconfirmed: [], team: [], approvals, mentions: [], guides: [], troubles: [], buyers: {} },
    refunds: { waiting: 0, overdue: 0, oldest: null, first: null, mine: [] },
  }
  queryClient.setQueryData(waitingKey, waiting)
  const fetched = vi.fn(async (path: string, _init?: RequestInit) => {
    if (path === '/api/desk/waiting') return Response.json(waiting)
    return path.endsWith('/decide') ? decided() : Response.json(detail)
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <WaitingForYou context={{ role, merchants: [{ code: 'northwind', name: 'Northwind', timeZone: 'UTC' }] }} />
    </QueryClientProvider>,
  )
  return () => fetched.mock.calls.find(([path]) => path.endsWith('/decide'))?.[1]?.body
}

const open = async () => userEvent.click(screen.getByRole('button', { name: /Renew now/ }))
const ready = () => screen.findByRole('textbox', { name: 'Note' })

describe('what waits for a manager', () => {
  it('is nothing, in a sentence, while nothing waits', () => {
    show({ approvals: [] })
    expect(screen.getByText('Nothing is waiting for you right now.')).toBeTruthy()
  })

  it('is approved on the preview that was seen, with the note', async () => {
    const body = show()
    await open()
    await userEvent.type(await ready(), 'Once')
    const approve = screen.getByRole('button', { name: 'Approve and send' })
    expect(approve.className).toContain('danger')
    await userEvent.click(approve)
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
    show({ decided: () => Response.json(problemBody, { status: 504, headers: { 'x-outcome': 'unconfirmed' } }) })
    await open()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
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
    show({ decided: () => Response.json(problemBody, { status: 409 }) })
    await open()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was sent.')
    expect(screen.queryByRole('link', { name: 'Open in journal' })).toBeNull()
  })

  it('can only be declined once the facts have changed', async () => {
    const body = show({ detail: detailLike({ factsChanged: true }) })
    await open()
    await ready()
    expect(screen.getByRole('alert').textContent).toContain('Something changed since this was requested.')
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
    expect(screen.queryByRole('button', { name: 'Approve and send' })).toBeNull()
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
