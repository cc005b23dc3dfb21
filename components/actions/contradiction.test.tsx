// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Action } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import { ownJson } from '@/lib/testing/own-answers'
import { action, buyerId, cleanAfterEach, renderWithActions, stubFetch } from './actions-for-tests'
import { JournalActionDialog } from './journal-action-dialog'
import { stateOf } from './state-of'
import { UnconfirmedStrips } from './unconfirmed-strips'

const late = action({
  settledAs: 'did-not-happen',
  at: '2026-03-02T14:01:30.000Z',
  answeredAt: '2026-03-02T14:03:10.000Z',
  contradiction: { settledAt: '2026-03-02T14:02:40.000Z', settledBy: 'Alma Reyes', byMe: true },
})
const settled: Action = { ...late, settledAs: 'happened', contradiction: null }
const path = `/api/desk/actions/${late.actionId}`
const says = 'You settled this as not applied at 14:02. At 14:03 the service answered that it was applied.'
const advice = 'Check whether it was done again since, and undo the duplicate. Then settle it as applied.'

cleanAfterEach()

test('a late answer against its settlement is an alert on the buyer’s page, until it is settled as answered', async () => {
  let current: Action = late
  const received = stubFetch({
    [`GET /api/desk/buyers/${buyerId}/actions`]: () =>
      ownJson({ actions: [current], open: current.contradiction ? [current] : [], next: null }),
    [`GET ${path}`]: () => ownJson(current),
    [`POST ${path}/settle`]: () => {
      current = settled
      return ownJson(settled)
    },
  })
  renderWithActions(<UnconfirmedStrips />)
  const strip = await screen.findByRole('alert')
  for (const words of ['Turn off autocharge', says, advice]) expect(strip.textContent).toContain(words)
  await userEvent.click(within(strip).getByRole('button', { name: 'Check and settle…' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  await dialog.findByText('It was applied after all', {}, { timeout: 10_000 })
  for (const words of [says, advice]) expect(dialog.getByText(words)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Settle as applied' }))
  await dialog.findByText('Settled as applied')
  const [sent] = received.filter(({ method, path: to }) => method === 'POST' && to === `${path}/settle`)
  expect(sent?.body).toMatchObject({ as: 'happened', how: 'checked' })
  await vi.waitFor(() => expect(screen.queryByText('Check and settle…')).toBeNull())
})

test('who may not act sees it and settles nothing', async () => {
  const received = stubFetch({ [`GET ${path}`]: () => ownJson(late) })
  const who = { buyer: { id: buyerId }, merchant: { name: 'Northwind', timeZone: 'UTC' } }
  const asked = { actionId: late.actionId, words: late.words, who, role: 'finance', first: 'look' } as const
  renderWithActions(<JournalActionDialog {...asked} onClose={() => {}} />)
  const button = await screen.findByRole('button', { name: 'Settle as applied' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(received.filter(({ method }) => method === 'POST')).toEqual([])
})

test('it says who, when and what, in a list too', () => {
  const contradiction = { settledAt: null, settledBy: 'Alma Reyes', byMe: false }
  const refused = { ...late, state: 'refused', settledAs: 'happened', contradiction } as const
  expect(describeContradiction(refused, 'UTC')).toMatchObject({
    says: 'Alma Reyes settled this as applied. At 14:03 the service answered that it wasn’t.',
    verb: 'Settle as not applied',
    as: 'did-not-happen',
  })
  expect(stateOf(late)).toEqual({ kind: 'declined', words: 'applied, though settled as not' })
  expect(stateOf(refused)).toEqual({ kind: 'declined', words: 'not applied, though settled as applied' })
  expect(describeContradiction(settled, 'UTC')).toBeNull()
})
