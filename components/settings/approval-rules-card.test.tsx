// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '@/lib/client/operation-query'
import type { ApprovalRule } from '@/lib/commands/approval'
import { addresses } from '@/lib/operations/addresses'
import { lostAnswers, ownJson } from '@/lib/testing/own-answers'
import { ApprovalRulesCard } from './approval-rules-card'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const rule: ApprovalRule = { id: 'r-1', operation: 'downgradeSubscription', condition: 'always', threshold: null }

/** The dashboard, whose rules are `then` once one was changed, and what the page gets of the first change. */
function show(initial: ApprovalRule[], then: ApprovalRule[], answer: () => Response) {
  let rules = initial
  const sent: { id: string | null; body: unknown }[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', headers, body }: RequestInit) => {
    if (method === 'GET') return ownJson({ rules })
    sent.push({ id: new Headers(headers).get('x-action-id'), body })
    rules = then
    return sent.length === 1 ? answer() : ownJson({ rules })
  })
  const commands = [
    { name: 'downgradeSubscription', words: 'Downgrade' },
    { name: 'changeExpirationDate', words: 'Change end date' },
  ]
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <ApprovalRulesCard initial={initial} commands={commands} />
    </QueryClientProvider>,
  )
  return sent
}

const add = async (command: string) => {
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Command' }), command)
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
}
const remove = () => userEvent.click(screen.getByRole('button', { name: /^Remove: Downgrade/ }))
const listed = () => screen.queryAllByRole('listitem').map((row) => row.textContent)

describe.each(lostAnswers)('where an answer is lost by %s', (_, lose) => {
  it('a rule that was added is listed, without a problem', async () => {
    show([], [rule], lose)
    await add('Downgrade')
    await waitFor(() => expect(listed()).toEqual([expect.stringMatching(/^Downgrade: always/)]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a rule that was removed isn’t listed', async () => {
    show([rule], [], lose)
    await remove()
    expect(await screen.findByText(/^No rules yet\./)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('a rule that may not be there is added under the same id, and another one under its own', async () => {
    const sent = show([], [], lose)
    await add('Downgrade')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^We don’t know whether this was saved/)
    await add('Downgrade')
    await waitFor(() => expect(sent).toHaveLength(2))
    await add('Change end date')
    await waitFor(() => expect(sent).toHaveLength(3))
    const [first, again, other] = sent.map(({ id }) => id)
    expect([again, other === first]).toEqual([first, false])
  })
})
