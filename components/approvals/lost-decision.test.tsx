// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ProposalInDetail } from '@/lib/agents/proposal'
import { makeQueryClient } from '@/lib/client/operation-query'
import type { ApprovalInDetail } from '@/lib/commands/approval'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { ownJson } from '@/lib/testing/own-answers'
import { approvalLike, detailLike, proposalLike } from './approval-for-tests'
import { DecisionDialog } from './decision-dialog'
import { ProposalDialog } from './proposal-dialog'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Answer = { status?: number; body: object; outcome?: 'done' } | null

/** A dashboard that answers each decision in turn: null is a connection that breaks. Gives the id and the body of each. */
function dashboard(detail: () => ApprovalInDetail | ProposalInDetail, answers: Answer[]) {
  const sent: { id: string | null; approve: boolean }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (!path.endsWith('/decide')) return ownJson(path.includes('waiting') ? { approvals: [] } : detail())
    sent.push({ id: new Headers(init.headers).get('x-action-id'), approve: JSON.parse(String(init.body)).approve })
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    const headers: Record<string, string> = answer.outcome ? { 'x-outcome': answer.outcome } : { 'x-decided': 'true' }
    return ownJson(answer.body, { status: answer.status ?? 200, headers: answer.status ? {} : headers })
  })
  return sent
}

const context = { role: 'manager' as const, merchants: [] }
const show = (dialog: ReactNode) =>
  render(<QueryClientProvider client={makeQueryClient(addresses)}>{dialog}</QueryClientProvider>)
const showRequest = () => show(<DecisionDialog approval={approvalLike()} context={context} onClose={() => {}} />)
const showProposal = () => show(<ProposalDialog id={proposalLike().proposal.id} context={context} onClose={() => {}} />)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

const decided = { status: 409, body: problem('conflict', 'Marta Weiss has declined this request.', { code: 'decided' }).problem }

const requests = [
  ['a decline', 'Decline', { body: {} }, /Declining sends nothing/, 'Declined'],
  ['an approval', 'Approve and send', { body: {}, outcome: 'done' }, /sent once at most/, 'Done'],
] as const

it.each(requests)(
  '%s without an answer keeps its button and id, which bring the answer',
  async (_, button, answer, says, title) => {
    const sent = dashboard(() => detailLike({ renews: false }), [null, answer])
    showRequest()
    await press(button)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/We don’t know whether your decision was saved/)
    expect(alert.textContent).toMatch(says)
    expect(document.body.textContent).not.toMatch(/charge history|unconfirmed|nothing was sent/i)
    await press(button)
    expect((await screen.findByRole('status')).textContent).toContain(title)
    expect(sent[0]).toEqual(sent[1])
  },
)

it('another decision after a lost one has an id of its own, and is told what was decided', async () => {
  const sent = dashboard(() => detailLike({ renews: false }), [null, decided])
  showRequest()
  await press('Decline')
  await press('Approve and send')
  expect((await screen.findByText('Already decided')).closest('[role=alert]')?.textContent).toContain('Marta Weiss has declined')
  expect([sent[0]?.approve, sent[1]?.approve, sent[0]?.id === sent[1]?.id]).toEqual([false, true, false])
})

it('a lost decision on what is found decided asks again at once, which sends nothing', async () => {
  let isOpen = true
  const sent = dashboard(() => {
    const detail = detailLike({ renews: false })
    return { ...detail, approval: approvalLike({ state: isOpen ? 'waiting' : 'declined' }) }
  }, [null, { body: {} }])
  showRequest()
  await screen.findByRole('button', { name: 'Decline' })
  isOpen = false
  await press('Decline')
  expect((await screen.findByRole('status')).textContent).toContain('Declined')
  expect(sent[0]).toEqual(sent[1])
})

it('a proposal whose press or decline had no answer keeps its buttons', async () => {
  const sent = dashboard(proposalLike, [null, null, { body: {}, outcome: 'done' }])
  showProposal()
  await press('Decline')
  await press('Decline')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Declining sends nothing/)
  await press('Turn off autocharge')
  expect((await screen.findByRole('alert')).textContent).toMatch(/sent once at most/)
  await press('Turn off autocharge')
  expect((await screen.findByRole('status')).textContent).toContain('You pressed')
  expect(sent.map(({ approve }) => approve)).toEqual([false, true, true])
  expect(sent[1]).toEqual(sent[2])
})

it('a proposal that was decided before says by whom, and not that nothing was sent', async () => {
  const detail = 'You’ve already pressed this proposal. What became of it is in the journal.'
  dashboard(proposalLike, [{ status: 409, body: problem('conflict', detail, { code: 'decided' }).problem }])
  showProposal()
  await press('Turn off autocharge')
  expect((await screen.findByText('Already decided')).closest('[role=alert]')?.textContent).toContain(detail)
})
