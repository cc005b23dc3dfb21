// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { makeQueryClient } from '@/lib/client/query-client'
import { listSubscriptions } from '@/lib/operations'
import { addresses } from '@/lib/operations/addresses'
import { operationKey } from '@/lib/query-keys'
import { Subscriptions } from './subscriptions'

afterEach(cleanup)

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'

function show(given: unknown[], isRead = true) {
  const client = makeQueryClient(addresses)
  const answer = z.parse(listSubscriptions.answer, { data: given, meta: {} })
  client.setQueryData(operationKey('listSubscriptions', { merchant: 'northwind', params: { buyerId } }), answer)
  const lastPaid = new Map([['p1', { amount: '129.00', currency: 'BRL', day: '2025-04-07' }]])
  return render(
    <QueryClientProvider client={client}>
      <Subscriptions merchant="northwind" buyerId={buyerId} isRead={isRead} lastPaid={lastPaid} />
    </QueryClientProvider>,
  )
}

const active = {
  id: 'a',
  status: 'active',
  endDate: '2099-06-30T12:00:00+00:00',
  autoChargeStatus: true,
  product: { id: 'p1', name: 'Northwind Plus 3 months' },
}

it('shows what is known of a running subscription, and no switch that pretends to be live', () => {
  show([active])
  expect(screen.getByRole('heading', { name: 'Northwind Plus 3 months' })).toBeTruthy()
  expect(screen.getByText('30 Jun 2099')).toBeTruthy()
  expect(screen.getByText('129.00', { exact: false })).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('shows a new status as it came (F32)', () => {
  show([{ ...active, status: 'on_hold' }])
  expect(screen.getByText('on_hold')).toBeTruthy()
})

it('says what an ended one means', () => {
  show([{ ...active, status: 'suspended' }])
  expect(screen.getByText(/cannot be revived/)).toBeTruthy()
})

it('claims nothing where the merchant account cannot read them', () => {
  show([active], false)
  expect(screen.getByRole('heading', { name: 'Subscriptions are not known' })).toBeTruthy()
  expect(screen.queryByText('Northwind Plus 3 months')).toBeNull()
})
