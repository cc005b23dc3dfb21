// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Missing, missingOf } from '@/lib/charges/history-pieces'
import { makeQueryClient } from '@/lib/client/operation-query'
import { addresses } from '@/lib/operations/addresses'
import { listSubscriptions } from '@/lib/operations/queries'
import { operationKey } from '@/lib/operations/query-keys'
import type { SubscriptionVerbs } from './subscription-line'
import { Subscriptions } from './subscriptions'

afterEach(cleanup)

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'

type More = { isRead?: boolean; missing?: Missing | null; enabled?: boolean[]; unconfirmed?: string[] }

function show(given: unknown[], { isRead = true, missing = null, enabled = [], unconfirmed = [] }: More = {}) {
  const client = makeQueryClient(addresses)
  const answer = z.parse(listSubscriptions.answer, { data: given, meta: {} })
  client.setQueryData(operationKey('listSubscriptions', { merchant: 'northwind', params: { buyerId } }), answer)
  const lastPaid = new Map([['p1', { amount: '129.00', currency: 'BRL', day: '2025-04-07' }]])
  return render(
    <QueryClientProvider client={client}>
      <Subscriptions
        merchant="northwind"
        buyerId={buyerId}
        isRead={isRead}
        lastPaid={lastPaid}
        missing={missing}
        enabled={enabled}
        unconfirmed={new Map(unconfirmed.map((id) => [id, change]))}
        verbs={verbs}
      />
    </QueryClientProvider>,
  )
}

const change = { words: 'Turn off autocharge', sentAt: '2020-05-14T13:58:00Z', fields: ['autoChargeStatus'] }

const active = {
  id: 'a',
  status: 'active',
  endDate: '2099-06-30T12:00:00+00:00',
  autoChargeStatus: true,
  product: { id: 'p1', name: 'Northwind Plus 3 months' },
}

const verbs: SubscriptionVerbs = {
  beside: () => null,
  menu: (_, { toggle }) => (
    <button type="button" onClick={toggle}>
      Show details
    </button>
  ),
  check: () => <button type="button">Check now</button>,
  locked: () => <button type="button">Turn off autocharge</button>,
  byId: null,
}

const unfold = async () => userEvent.click(await screen.findByRole('button', { name: 'Show details' }))

it('shows what is known of a running subscription, and no switch that pretends to be live', async () => {
  show([active])
  expect(screen.getByRole('heading', { name: 'Northwind Plus 3 months' })).toBeTruthy()
  expect(screen.getByText('Assume a charge around 30 Jun 2099,')).toBeTruthy()
  await unfold()
  expect(await screen.findByText('30 Jun 2099', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByText('129.00', { exact: false })).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('shows a new status as it came (F32)', () => {
  show([{ ...active, status: 'on_hold' }])
  expect(screen.getByText('Status “on_hold”, which we don’t recognise.')).toBeTruthy()
})

it('says what an ended one means', () => {
  show([{ ...active, status: 'suspended' }])
  expect(screen.getByText(/Can’t be reactivated/)).toBeTruthy()
})

it('claims nothing where the merchant account cannot read them', () => {
  show([active], { isRead: false })
  expect(screen.getByRole('heading', { name: 'Subscriptions unavailable' })).toBeTruthy()
  expect(screen.queryByText('Northwind Plus 3 months')).toBeNull()
})

it.each([
  [
    'couldn’t be read',
    missingOf({ state: 'failed', orders: [], total: null, complete: false }),
    /^unknown\. The charge history didn’t load\.$/,
  ],
  [
    'is still loading',
    missingOf({ state: 'loading', orders: [], total: null, complete: false }),
    /^unknown\. .* still loading\.$/,
  ],
  [
    'is read in part',
    missingOf({ state: 'read', orders: [], total: 9, complete: false }),
    /^no payment in the 0 newest of 9 orders$/,
  ],
  ['was read whole', missingOf({ state: 'read', orders: [], total: 0, complete: true }), /^no payment in the charge history$/],
])('says of a history that %s no more than was read of payments', async (_, missing, words) => {
  show([{ ...active, product: { id: 'p2', name: 'Northwind Basic' } }], { missing })
  await unfold()
  expect(await screen.findByText(words, {}, { timeout: 10_000 })).toBeTruthy()
})

it('foretells no charge where no token of the buyer is active', () => {
  show([active], { enabled: [false, false] })
  expect(screen.getByText('Autocharge is on, but no token is active.')).toBeTruthy()
  expect(screen.queryByText(/Renews|Assume/)).toBeNull()
})

it('dates the next charge where a token is active, and says what to assume where none is known', () => {
  show([active], { enabled: [true, false] })
  expect(screen.getByText('Renews around 30 Jun 2099,')).toBeTruthy()
  cleanup()
  show([active])
  expect(screen.getByText('Assume a charge around 30 Jun 2099,')).toBeTruthy()
})

const ofStatus = (id: string, status: string) => ({ ...active, id, status, product: { id: 'p1', name: `Plan ${id}` } })
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

it('puts what was blocked or suspended first, and what is over last', () => {
  show([
    ofStatus('1', 'expired'),
    ofStatus('2', 'active'),
    ofStatus('3', 'suspended'),
    ofStatus('4', 'disabled'),
    ofStatus('5', 'blocked'),
  ])
  expect(names()).toEqual(['Plan 3', 'Plan 5', 'Plan 2', 'Plan 1', 'Plan 4'])
  expect(screen.queryByText(/ended$/)).toBeNull()
})

it('folds more than three that are over, but not what was suspended, nor where one of them is unconfirmed', async () => {
  const many = [...['1', '2', '3', '4'].map((id) => ofStatus(id, 'expired')), ofStatus('5', 'suspended')]
  const { container } = show(many)
  expect(screen.getByText('4 ended')).toBeTruthy()
  expect(container.querySelector('details')?.open).toBe(false)
  expect(names()[0]).toBe('Plan 5')
  cleanup()
  show(many, { unconfirmed: ['3'] })
  expect(screen.queryByText('4 ended')).toBeNull()
})

it('never says of what is unconfirmed that it is on or off, and offers nothing but to check it', async () => {
  show([active], { unconfirmed: ['a'] })
  expect(screen.getByText('“Turn off autocharge” isn’t confirmed.')).toBeTruthy()
  expect(screen.getByText(/^Sent on 14 May 2020 at .*, and no answer came\.$/)).toBeTruthy()
  expect(screen.getByText('Locked until somebody checks what happened.')).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Check now',
    'Show details',
    'Turn off autocharge',
  ])
  await unfold()
  expect(await screen.findByText('unconfirmed', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByText(/^(On|Off)$/)).toBeNull()
})
