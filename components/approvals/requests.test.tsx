// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Approval, ApprovalInDetail } from '@/lib/approval'
import { problem } from '@/lib/problem'
import { waitingKey } from '@/lib/query-keys'
import type { Role } from '@/lib/roles'
import { approvalLike, detailLike } from './approval-for-tests'
import { Requests } from './requests'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Given = { role?: Role; approvals?: Approval[]; detail?: ApprovalInDetail; decided?: () => Response }

function show({
  role = 'manager',
  approvals = [approvalLike()],
  detail = detailLike(),
  decided = () => Response.json({}),
}: Given = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(waitingKey, { unconfirmed: [], approvals })
  const fetched = vi.fn(async (path: string, _init?: RequestInit) => {
    if (path === '/api/desk/waiting') return Response.json({ unconfirmed: [], approvals })
    return path.endsWith('/decide') ? decided() : Response.json(detail)
  })
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={queryClient}>
      <Requests desk={{ role, merchants: [{ code: 'northwind', name: 'Northwind', timeZone: 'UTC' }] }} />
    </QueryClientProvider>,
  )
  return () => fetched.mock.calls.find(([path]) => path.endsWith('/decide'))?.[1]?.body
}

const open = async () => userEvent.click(screen.getByRole('button', { name: /Renew now/ }))
const ready = () => screen.findByRole('textbox', { name: 'Note' })

describe('what waits for a manager', () => {
  it('is not there while nothing waits', () => {
    show({ approvals: [] })
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('is approved on the preview that was seen, with the note', async () => {
    const body = show()
    await open()
    await userEvent.type(await ready(), 'Once')
    const approve = screen.getByRole('button', { name: 'Approve and send' })
    expect(approve.className).toContain('danger')
    await userEvent.click(approve)
    expect((await screen.findByRole('status')).textContent).toContain('sent in the name of Ines Dahl')
    expect(body()).toBe('{"approve":true,"effectHash":"the-hash-that-was-seen","note":"Once"}')
  })

  it('is not red where nothing renews', async () => {
    show({ detail: detailLike({ renews: false }) })
    await open()
    await ready()
    expect(screen.getByRole('button', { name: 'Approve and send' }).className).not.toContain('danger')
  })

  it('says of an approved command without an answer that nobody knows', async () => {
    const { problem: told } = problem('unconfirmed', 'The service has not answered yet.', { actionId: approvalLike().actionId })
    show({ decided: () => Response.json(told, { status: 504, headers: { 'x-outcome': 'unconfirmed' } }) })
    await open()
    await ready()
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We do not know whether this was applied')
    expect(alert.textContent).toContain('It stays on the desk of Ines Dahl')
    expect(screen.getByRole('link', { name: 'See it in the journal' }).getAttribute('href')).toContain(approvalLike().actionId)
  })

  it('can only be declined once the facts have changed', async () => {
    const body = show({ detail: detailLike({ factsChanged: true }) })
    await open()
    await ready()
    expect(screen.getByRole('alert').textContent).toContain('Changed since it was asked.')
    await userEvent.click(screen.getByRole('button', { name: 'Approve and send' }))
    expect(body()).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect((await screen.findByRole('status')).textContent).toContain('Declined')
    expect(screen.queryByRole('link', { name: 'See it in the journal' })).toBeNull()
  })
})

describe('one’s own request', () => {
  it('is shown with its state and decided by nobody who asked it', async () => {
    show({ role: 'admin', approvals: [approvalLike({ mine: true })] })
    expect(screen.getByRole('heading', { name: 'Asked by me' })).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Waiting for me' })).toBeNull()
    await open()
    expect(await screen.findByText('Nobody decides their own request.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve and send' })).toBeNull()
  })

  it('says who decided it', () => {
    show({
      role: 'agent',
      approvals: [
        approvalLike({ mine: true, state: 'declined', decidedBy: 'Nadia Kerr', decidedAt: '2026-03-02T09:10:00.000Z' }),
      ],
    })
    expect(screen.getByRole('button', { name: /Renew now.*declined by Nadia Kerr, T-48201/ })).toBeTruthy()
  })
})
