// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  buyerId,
  cleanAfterEach,
  dialog,
  press,
  type Received,
  refusal,
  stubFetch,
  verb,
} from '@/components/actions/actions-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import { subtract, sum } from '@/lib/core/money'
import { addresses } from '@/lib/operations/addresses'
import type { Refund, Refundable } from '@/lib/refunds/refund'
import { charge } from '@/lib/refunds/server/refunds-for-tests'
import { ownJson } from '@/lib/testing/own-answers'
import { RefundDialog } from './refund-dialog'

cleanAfterEach()

const toRefunds = 'POST /api/desk/refunds'
const toRefundable = `GET /api/desk/buyers/${buyerId}/refundable`
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

let made: Refund[] = []
beforeEach(() => {
  made = []
})

const refund = (changes: Partial<Refund> = {}): Refund => ({
  ...{ id: crypto.randomUUID(), state: 'waiting', version: 1, merchant: 'northwind', buyerId, charge, currency: 'EUR' },
  ...{ amount: '5.00', reason: 'Goodwill', ticket: null, person: 'Soren Lund', mine: false, batchId: null, steps: [] },
  ...{ askedAt: new Date().toISOString(), waitingSince: new Date().toISOString() },
  ...changes,
})

function refundable(): Refundable {
  const counted = made.filter(({ state }) => state !== 'refused')
  const requested = counted.length === 0 ? '0' : sum(counted.map(({ amount }) => amount))
  const left = subtract(charge.amount, requested)
  return { charge, currency: 'EUR', places: 2, requested, left, requests: counted.map(({ id }) => id), earlier: made }
}

const keep = ({ headers, body }: Received) => {
  const { amount } = body as { amount: string }
  made.unshift(refund({ id: headers.get('x-action-id') ?? '', mine: true, person: 'Alma Reyes', amount }))
}

/** The form with 5.00 EUR for goodwill in it. */
async function openForm(answers: Parameters<typeof stubFetch>[0]) {
  const received = stubFetch({ [toRefundable]: () => ownJson(refundable()), ...answers })
  const context = {
    ...{ merchant: { code: 'northwind', name: 'Northwind' }, buyer: { id: buyerId, email: null, country: null } },
    ...{ role: 'agent' as const, ticket: null },
  }
  render(
    <QueryClientProvider client={makeQueryClient(addresses)}>
      <RefundDialog context={context} orderId={charge.orderId} chargeId={charge.chargeId} reason="Goodwill" onClose={() => {}} />
    </QueryClientProvider>,
  )
  const amount = await dialog().findByLabelText(/Amount/)
  await userEvent.clear(amount)
  await userEvent.type(amount, '5.00')
  return () => received.filter(({ method, path }) => `${method} ${path}` === toRefunds)
}

test('a request whose answer was lost is read again: where it was saved, it’s shown as requested', async () => {
  const sent = await openForm({
    [toRefunds]: (request) => {
      keep(request)
      return lost()
    },
  })
  expect(dialog().getByText(/42\.84 EUR received, nothing requested yet/)).toBeTruthy()
  await press('Request refund')
  expect(await dialog().findByText('Refund requested')).toBeTruthy()
  expect(dialog().queryByText(/nothing requested yet/)).toBeNull()
  expect(sent()).toHaveLength(1)
})

test('while nothing can be read after a lost answer, nothing is said of what was requested, and the same id is sent again', async () => {
  let reads: () => Response | Promise<Response> = () => ownJson(refundable())
  const sent = await openForm({ [toRefundable]: () => reads(), [toRefunds]: lost })
  reads = lost
  await press('Request refund')
  expect(await dialog().findByText(/42\.84 EUR received\. We don’t know right now how much of it/)).toBeTruthy()
  reads = () => ownJson(refundable())
  await press('Request refund')
  expect(await dialog().findByText(/nothing requested yet/)).toBeTruthy()
  expect(new Set(sent().map(({ headers }) => headers.get('x-action-id'))).size).toBe(1)
})

test('what a colleague requested meanwhile is told, read and asked about, and what is typed stays', async () => {
  const says = 'Soren Lund requested a refund of 5.00 EUR for this charge since you opened this.'
  const sent = await openForm({
    [toRefunds]: (request) => {
      const { seen } = request.body as { seen: string[] }
      if (made.some(({ id }) => !seen.includes(id))) return refusal('conflict', says, { code: 'changed', status: 409 })()
      keep(request)
      return ownJson(made[0])
    },
  })
  made.unshift(refund())
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView')
  await press('Request refund')
  expect(await dialog().findByText(new RegExp(says))).toBeTruthy()
  expect(scrolledTo.mock.contexts.map((element) => (element as Element).textContent)).toEqual([expect.stringContaining(says)])
  const another = await dialog().findByRole('checkbox', { name: 'Request another 5.00 EUR.' })
  expect(dialog().getByText(/5\.00 EUR already requested, 32\.84 EUR left/)).toBeTruthy()
  expect(dialog().getByLabelText<HTMLInputElement>(/Amount/).value).toBe('5.00')
  await press('Request refund')
  expect(sent()).toHaveLength(1)
  await userEvent.click(another)
  await press('Request refund')
  await waitFor(() => expect(made).toHaveLength(2))
  expect(sent().map(({ body }) => (body as { seen: string[] }).seen)).toEqual([[], [made[1]?.id]])
})

test('a request that was taken is answered without a read of the charge’s history more', async () => {
  let reads = 0
  const sent = await openForm({
    [toRefundable]: () => {
      reads += 1
      return ownJson(refundable())
    },
    [toRefunds]: (request) => {
      keep(request)
      return ownJson(made[0])
    },
  })
  await press('Request refund')
  expect(await dialog().findByText('Refund requested')).toBeTruthy()
  expect([reads, sent().length]).toEqual([1, 1])
})

test('another amount, or one that was refused, is asked for without a question', async () => {
  made = [refund({ amount: '6.00' }), refund({ state: 'refused' })]
  await openForm({})
  expect(dialog().queryByRole('checkbox')).toBeNull()
  const amount = dialog().getByLabelText(/Amount/)
  await userEvent.clear(amount)
  await userEvent.type(amount, '6')
  expect(await dialog().findByRole('checkbox', { name: 'Request another 6.00 EUR.' })).toBeTruthy()
  expect(verb('Request refund').getAttribute('aria-disabled')).toBe('true')
})
