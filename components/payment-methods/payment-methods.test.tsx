// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { makeQueryClient } from '@/lib/client/operation-query'
import { OutageContext } from '@/lib/client/outage'
import { problem } from '@/lib/core/problem'
import { addresses } from '@/lib/operations/addresses'
import { listTokens } from '@/lib/operations/queries'
import { operationKey } from '@/lib/operations/query-keys'
import { ownJson } from '@/lib/testing/own-answers'
import { PaymentMethods } from './payment-methods'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const of = { merchant: 'northwind', buyerId: '31d21526-a9d9-4b2f-ae75-32594eee2787' }
const key = operationKey('listTokens', { merchant: of.merchant, params: { buyerId: of.buyerId } })
const token = (id: number) => ({ id, provider: 'acq', isEnabled: true })
const card = { id: 'm', value: '0119', paymentMethodType: 'card', tokens: [token(1), token(2)] }

/** A card whose read fails until `answers`, with what was read of it before. */
function show({
  known = true,
  outage = null,
  unconfirmed = [],
}: {
  known?: boolean
  outage?: string | null
  unconfirmed?: string[]
} = {}) {
  const answer = z.parse(listTokens.answer, { data: [card], meta: {} })
  let isBack = false
  const asked = vi.fn(async () =>
    isBack
      ? ownJson(answer)
      : ownJson(problem('unavailable', 'The service returned error 500.', { code: '500' }).problem, { status: 503 }),
  )
  vi.stubGlobal('fetch', asked)
  const client = makeQueryClient(addresses)
  if (known) client.setQueryData(key, answer, { updatedAt: Date.parse('2020-05-14T05:12:00Z') })
  render(
    <QueryClientProvider client={client}>
      <OutageContext value={outage}>
        <PaymentMethods {...of} isRead seen={[]} missing={null} unconfirmed={unconfirmed} />
      </OutageContext>
    </QueryClientProvider>,
  )
  return {
    answers: () => {
      isBack = true
    },
  }
}

const stamped = () => screen.findByRole('button', { name: /^Try again, as of 14 May 2020, / })

it('what could not be refreshed stays, stamped with its time and the reason, until the service is back', async () => {
  const service = show()
  const stamp = await stamped()
  expect(stamp.getAttribute('aria-describedby')).toBeTruthy()
  expect(screen.getByText('The service returned error 500.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: /0119/ })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  service.answers()
  await userEvent.click(stamp)
  await vi.waitFor(() => expect(screen.queryByText(/as of/)).toBeNull())
})

it('where nothing on the page is answered the stamp is no button, because the banner has the reason', async () => {
  show({ outage: 'The service isn’t answering.' })
  expect(await screen.findByText(/^as of 14 May 2020/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
})

it('of what was never read it says that it is unknown, or why', async () => {
  show({ known: false, outage: 'The service isn’t answering.' })
  expect(await screen.findByText('Unknown until the service answers.')).toBeTruthy()
  cleanup()
  show({ known: false })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText(/No stored payment methods/)).toBeNull()
})

it('never says of a token that is unconfirmed that it is on or off', () => {
  show({ unconfirmed: ['2'] })
  expect(screen.getAllByText('on')).toHaveLength(1)
  expect(screen.getAllByText('unconfirmed')).toHaveLength(2)
  expect(screen.queryByText(/tokens on/)).toBeNull()
})
