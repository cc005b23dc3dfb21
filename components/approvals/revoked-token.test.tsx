// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '@/lib/client/operation-query'
import { addresses } from '@/lib/operations/addresses'
import { ownJson } from '@/lib/testing/own-answers'
import { proposalLike } from './approval-for-tests'
import { ProposalDialog } from './proposal-dialog'
import { ProposalRows } from './proposal-rows'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const detail = { ...proposalLike(), effectHash: '', blocked: 'Lena Ott revoked the token of this machine.' }
const { proposal } = detail

it('a proposal of a machine whose token was revoked says so, and can only be declined', async () => {
  vi.stubGlobal('fetch', async () => ownJson(detail))
  const context = { role: 'manager' as const, merchants: [] }
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <ProposalDialog id={proposal.id} context={context} onClose={() => {}} />
    </QueryClientProvider>,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This can’t be pressed any more. Lena Ott revoked the token of this machine. Decline it.')
  const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
  expect([isOff(proposal.words), isOff('Decline')]).toEqual([true, false])
})

it.each([
  [[proposal.id], true],
  [[], false],
])('the list marks it: %j', (revoked, isMarked) => {
  const list = { proposals: [proposal], about: {}, moved: [], revoked, outcomes: {}, off: null, use: [] }
  render(<ProposalRows label="Waiting" rows={[proposal]} list={list} onOpen={() => {}} />)
  expect(screen.queryByText('token revoked') !== null).toBe(isMarked)
})
