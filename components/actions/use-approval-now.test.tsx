// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approvalLike } from '@/components/approvals/approval-for-tests'
import type { Approval, ApprovalState } from '@/lib/commands/approval'
import { waitingKey } from '@/lib/operations/query-keys'
import { ApprovalProgress } from './approval-progress'
import { approvedAction, useApprovalNow } from './use-approval-now'

// What is told here is all that there is to read.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => undefined)))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const asked = approvalLike({ mine: true })

function Follow() {
  const now = useApprovalNow(asked)
  const ended = approvedAction(now)
  return ended ? <p>action {ended.actionId}</p> : now && <ApprovalProgress approval={now} />
}

function follow() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const tell = (approvals: Approval[]) => queryClient.setQueryData(waitingKey, { approvals })
  tell([])
  render(
    <QueryClientProvider client={queryClient}>
      <Follow />
    </QueryClientProvider>,
  )
  return (changes: Partial<Approval>) => tell([{ ...asked, ...changes }])
}

test('the asker waits until what the page reads says otherwise', async () => {
  const tell = follow()
  expect(screen.getByRole('status').textContent).toContain('Approval requested')
  tell({ state: 'approved', decidedBy: 'Marta Weiss' })
  expect(await screen.findByText(`action ${asked.actionId}`)).toBeTruthy()
})

test.each<[ApprovalState, RegExp]>([
  ['declined', /DeclinedMarta Weiss declined this request\. Nothing was sent\.Note: Not today/],
  ['voided', /Not sent.*Something changed/],
  ['expired', /Expired.*Nobody decided within 30 minutes\. Nothing was sent\./],
])('a request that is %s says so, and that nothing was sent', async (state, says) => {
  const tell = follow()
  tell({ state, decidedBy: 'Marta Weiss', note: 'Not today' })
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(says))
})
