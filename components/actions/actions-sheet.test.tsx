// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { listSubscriptions, listTokens } from '@/lib/operations/queries'
import { operationKey } from '@/lib/operations/query-keys'
import { ownJson } from '@/lib/testing/own-answers'
import { action, buyerId, cleanAfterEach, renderWithActions, stubFetch, subscription } from './actions-for-tests'
import { ActionsSheet } from './actions-sheet'
import { WhatWeDid } from './what-we-did'

cleanAfterEach()

const asked = { merchant: 'northwind', params: { buyerId } }
const plus = {
  ...{ id: subscription.id, status: 'active', endDate: '2099-01-16T12:00:00+00:00', autoChargeStatus: false },
  product: { id: 'p1', name: 'Northwind Plus 3 months' },
}
const card = { id: 'm', value: '0119', paymentMethodType: 'card', tokens: [{ id: 1190417, provider: 'acq', isEnabled: true }] }
const other = {
  ...{ id: 'n', value: '1881', paymentMethodType: 'card' },
  tokens: [2204104, 2204105].map((id) => ({ id, provider: 'acq', isEnabled: true })),
}

function show(changes: Parameters<typeof renderWithActions>[1] = {}) {
  stubFetch({})
  const onClose = vi.fn()
  const run = vi.fn()
  renderWithActions(
    <ActionsSheet
      wants={() => null}
      more={[{ words: 'Request refund', now: '162.00 BRL, 4 Mar 2025', run }]}
      onClose={onClose}
    />,
    changes,
    (client) => {
      client.setQueryData(operationKey('listSubscriptions', asked), z.parse(listSubscriptions.answer, { data: [plus], meta: {} }))
      client.setQueryData(operationKey('listTokens', asked), z.parse(listTokens.answer, { data: [card, other], meta: {} }))
    },
  )
  return { onClose, run }
}

const sheet = () => within(screen.getByRole('dialog', { name: 'Actions' }))
const group = (name: string) => within(sheet().getByRole('region', { name }))
const description = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent ?? null

describe('the sheet of a phone', () => {
  it('has every verb by the thing it changes, under its own name, with how that is today', () => {
    show()
    const verbs = (name: string) =>
      group(name)
        .getAllByRole('button')
        .map((each) => [each.getAttribute('aria-label'), description(each)])
    expect(verbs('Northwind Plus 3 months')).toEqual([
      ['Turn on autocharge', 'off now'],
      ['Change end date', 'ends 16 Jan 2099'],
      ['Downgrade', null],
      ['Renew now', null],
    ])
    expect(verbs('card ••0119')).toEqual([['Disable token', '1190417, on now']])
    expect(verbs('card ••1881')).toEqual([
      ['Disable token', '2204104, on now'],
      ['Disable token', '2204105, on now'],
      ['Disable all 2 tokens', null],
    ])
    expect(verbs('Buyer').slice(0, 2)).toEqual([
      ['Request refund', '162.00 BRL, 4 Mar 2025'],
      ['Change e-mail', 't••••••o@e••••••.test'],
    ])
  })

  it('begins with the focus inside, and closes by Escape', async () => {
    const { onClose } = show()
    await waitFor(() => expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull())
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('says at each verb why it can’t be used', () => {
    show({ unconfirmed: [action({ state: 'unconfirmed', target: `subscription:${subscription.id}` })] })
    const locked = group('Northwind Plus 3 months').getByRole('button', { name: 'Turn on autocharge' })
    expect([locked.getAttribute('aria-disabled'), description(locked)]).toEqual([
      'true',
      'Locked until somebody checks what happened',
    ])
    expect(group('Buyer').getByRole('button', { name: 'Change e-mail' }).getAttribute('aria-disabled')).toBeNull()
  })
})

describe('what we did', () => {
  const done = (number: number, changes = {}) => action({ actionId: `a${number}`, words: `Action ${number}`, ...changes })
  const showDone = (actions: ReturnType<typeof done>[]) => {
    stubFetch({ [`GET /api/desk/buyers/${buyerId}/actions`]: () => ownJson({ actions, open: [], next: null }) })
    renderWithActions(<WhatWeDid />)
  }

  it('lists the newest, each leading to its entry, with an undo where there can be one', async () => {
    const none = { possible: false as const, why: 'Too late.' }
    showDone([1, 2, 3, 4, 5, 6].map((number) => done(number, number === 1 ? { mine: false } : { undo: none })))
    const first = await screen.findByRole('link', { name: 'Action 1' })
    expect(first.getAttribute('href')).toBe('/journal?entry=a1')
    expect(first.closest('li')?.textContent).toContain('Alma Reyes')
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual(['Undo Action 1'])
    expect(screen.getByRole('link', { name: 'Journal' }).getAttribute('href')).toContain(`buyerId=${buyerId}`)
  })

  it('says so where nothing was done', async () => {
    showDone([])
    expect(
      await screen.findByText('No command has been sent from here. Refund requests are listed with their orders.'),
    ).toBeTruthy()
  })
})
