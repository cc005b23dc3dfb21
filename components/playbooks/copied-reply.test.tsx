// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { cleanAfterEach, preview, stubFetch } from '@/components/actions/actions-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import { operations } from '@/lib/operations'
import { addresses } from '@/lib/operations/addresses'
import { guidesKey } from '@/lib/playbooks/client/guides-query'
import type { Guide } from '@/lib/playbooks/guide'
import { knownOfTicket, subscription } from '@/lib/playbooks/ticket-for-tests'
import { ReplyToContext } from '@/lib/replies/client/reply-to'
import { ownJson } from '@/lib/testing/own-answers'
import type { GuideContext } from './guide-context'
import { GuideView } from './guide-view'

cleanAfterEach()

const path = '/api/v2/buyers/b/subscriptions/s-1/change_autocharge_status'
const said = { kind: 'answered' as const, at: '', person: 'Ada' }
const guide: Guide = {
  ...{ id: 'g-1', playbook: 'cancel', ticket: 'T-1', person: 'Ada', mine: true, version: 1, startedAt: '', endedAt: null },
  steps: [{ ...said, question: 'autocharge', answer: 'off', words: 'Yes, turn it off' }],
}

/** What is known of the subscription, with its end as the service says it. */
const known = (endDate: string) => knownOfTicket({ subscriptions: [subscription(true, { endDate })] })

const contextOf = (endDate: string): GuideContext => ({
  ...{ merchant: 'northwind', buyerId: 'b', ticket: 'T-1', role: 'agent', known: known(endDate) },
  ...{ open: vi.fn(), showCharge: vi.fn(), openAction: vi.fn(), actionOf: () => undefined, preview: () => null },
  sendersFor: () => ({
    merchant: 'northwind',
    commandOf: () => ({
      operation: operations.changeAutochargeStatus,
      merchant: 'northwind',
      params: { buyerId: 'b', subscriptionId: 's-1' },
      body: { autochargeStatus: false },
      ...{ ticket: null, shownVersion: null, acknowledges: null, renewalConfirmed: false, buyerAddress: null },
    }),
    refundOf: () => ({ buyerId: 'b', orderId: 'o-1', chargeId: 'c-1', amount: '1', reason: '', ticket: null }),
  }),
})

/** The last step of a cancellation; the command is answered when `answer` is called. */
function lastStep() {
  let answer = () => {}
  stubFetch({
    'POST /api/desk/preview': () => ownJson(preview()),
    'GET /api/desk/replies': () => ownJson({ texts: [], agent: null }),
    'POST /api/desk/guides/g-1/steps': () => ownJson({ ...guide, version: 2 }),
    [`POST ${path}`]: () =>
      new Promise((resolve) => {
        answer = () => resolve(ownJson({ data: { autoChargeStatus: false } }, { headers: { 'x-outcome': 'done' } }))
      }),
  })
  const queryClient = makeQueryClient(addresses)
  queryClient.setQueryData(guidesKey('northwind', 'b'), { guides: [guide], colleagues: [] })
  const drawn = (endDate: string) => (
    <QueryClientProvider client={queryClient}>
      <ReplyToContext value={{ merchant: 'northwind', buyerId: 'b', country: 'GB' }}>
        <GuideView guide={guide} context={contextOf(endDate)} onOther={() => {}} />
      </ReplyToContext>
    </QueryClientProvider>
  )
  const { rerender } = render(drawn('2027-01-05T10:00:00+00:00'))
  return { answer: () => answer(), readAgain: (endDate: string) => rerender(drawn(endDate)) }
}

const shown = async () => (await screen.findByRole('region', { name: 'Reply' })).querySelector('p')?.textContent
const press = () => screen.findByRole('button', { name: 'Do it all and copy the reply' })

test('the reply that is copied is the one on screen, whatever was read again meanwhile, and one that changes later is said to have', async () => {
  const user = userEvent.setup()
  vi.stubGlobal('ClipboardItem', undefined)
  const { answer, readAgain } = lastStep()
  const button = await press()
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  await user.click(button)
  await screen.findByText('Sending…')
  readAgain('2027-02-05T10:00:00+00:00')
  answer()
  await screen.findByText('The reply was copied.')
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('5 February 2027')
  expect(copied).toBe(await shown())

  readAgain('2027-03-05T10:00:00+00:00')
  const became = within(
    (await screen.findByText('The reply has changed since it was copied. Copy it again.')).parentElement as HTMLElement,
  )
  expect(became.queryByText('The reply was copied.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy reply' }))
  expect(await navigator.clipboard.readText()).toBe(await shown())
})
