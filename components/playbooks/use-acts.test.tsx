// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, act as settled, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { cleanAfterEach, preview, refusal, stubFetch } from '@/components/actions/actions-for-tests'
import { makeQueryClient } from '@/lib/client/operation-query'
import type { Preview } from '@/lib/commands/preview'
import { operations } from '@/lib/operations'
import { addresses } from '@/lib/operations/addresses'
import type { BegunAct } from '@/lib/playbooks/acts'
import { type ActSenders, recordedKind } from '@/lib/playbooks/client/perform-act'
import { useActs } from '@/lib/playbooks/client/use-acts'
import type { Act } from '@/lib/playbooks/playbook'
import { subscription } from '@/lib/playbooks/ticket-for-tests'
import type { KnownRefund } from '@/lib/refunds/refund-reply'

cleanAfterEach()

const path = '/api/v2/buyers/b-1/subscriptions/s-1/change_autocharge_status'
const off: Act = {
  kind: 'command',
  verb: 'autochargeOff',
  subscription: subscription(true),
  values: {},
  key: 'off s-1',
  nothing: null,
}
const refund: Act = {
  ...{ kind: 'refund', orderId: 'o-1', chargeId: 'c-1', amount: '10.00', currency: 'EUR', reason: 'Paid twice' },
  ...{ key: 'refund', nothing: null },
}

const senders: ActSenders = {
  merchant: 'northwind',
  commandOf: () => ({
    operation: operations.changeAutochargeStatus,
    merchant: 'northwind',
    params: { buyerId: 'b-1', subscriptionId: 's-1' },
    body: { autochargeStatus: false },
    ...{ ticket: null, shownVersion: null, acknowledges: null, renewalConfirmed: false, buyerAddress: null },
  }),
  refundOf: () => ({ buyerId: 'b-1', orderId: 'o-1', chargeId: 'c-1', amount: '10.00', reason: 'Paid twice', ticket: null }),
}

/** What a ticket's last step does of `acts`. The ids it keeps are known from the next moment on, as a ticket's steps are. */
function lastStep(acts: Act[], mayKeep = () => true, refunds: { id: string }[] = []) {
  const queryClient = makeQueryClient(addresses)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const [begun, setBegun] = useState<ReadonlyMap<string, BegunAct>>(new Map())
      const keep = async ({ key }: Act, actionId: string) => {
        if (!mayKeep()) throw new TypeError('Failed to fetch')
        setBegun((all) => new Map(all).set(key, { actionId, mayRepeat: true }))
      }
      return useActs({ ...senders, acts, begun, keep, actionOf: () => undefined, refunds: refunds as KnownRefund[] })
    },
    { wrapper },
  )
  return {
    press: (approval: Preview['approval'] = null) =>
      settled(() => result.current.run(new Map([[off.key, preview({ approval })]]))),
    problemOf: (act: Act) => result.current.resultOf(act)?.problem?.detail,
    kindOf: (act: Act) => result.current.resultOf(act)?.kind,
    sending: () => result.current.sending,
  }
}

const lost = () => {
  throw new TypeError('Failed to fetch')
}
const fromGateway = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
const idsSent = (received: ReturnType<typeof stubFetch>, to: string) =>
  received.filter(({ method, path: at }) => `${method} ${at}` === to).map(({ headers }) => headers.get('x-action-id'))

const ways = [
  { what: 'a refund', acts: [refund], to: 'POST /api/desk/refunds', approval: null },
  { what: 'a request for approval', acts: [off], to: 'POST /api/desk/approvals', approval: 'Every change of autocharge.' },
  { what: 'a command', acts: [off], to: `POST ${path}`, approval: null },
]

test.each(
  ways.flatMap((way) => [
    { ...way, answer: lost, from: 'nobody' },
    { ...way, answer: fromGateway, from: 'a gateway' },
  ]),
)('$what that $from answered is unconfirmed, and tried again under the same id', async ({ acts, to, approval, answer }) => {
  const received = stubFetch({ [to]: answer })
  const { press, kindOf, sending } = lastStep(acts)
  await press(approval)
  expect(acts.map(kindOf)).toEqual(['unconfirmed'])
  expect(sending()).toBeNull()
  await press(approval)
  const ids = idsSent(received, to)
  expect(ids.length).toBeGreaterThanOrEqual(2)
  expect(new Set(ids).size).toBe(1)
})

test.each([
  { what: 'a refund', acts: [refund], to: 'POST /api/desk/refunds', approval: null },
  { what: 'a request for approval', acts: [off], to: 'POST /api/desk/approvals', approval: 'Every change of autocharge.' },
])('$what that the dashboard itself refused wasn’t sent, and says why', async ({ acts, to, approval }) => {
  stubFetch({ [to]: refusal('invalid', 'It was requested before.', { status: 422 }) })
  const { press, problemOf, kindOf } = lastStep(acts)
  await press(approval)
  expect(acts.map((act) => [kindOf(act), problemOf(act)])).toEqual([['not-sent', 'It was requested before.']])
})

test('what turns out to be done says nothing more of the try that had no answer', async () => {
  const received = stubFetch({ 'POST /api/desk/refunds': lost })
  const refunds: { id: string }[] = []
  const { press, problemOf, kindOf } = lastStep([refund], undefined, refunds)
  await press()
  expect([kindOf(refund), problemOf(refund)]).toEqual(['unconfirmed', 'Check your internet connection.'])
  refunds.push({ id: idsSent(received, 'POST /api/desk/refunds')[0] ?? '' })
  expect([kindOf(refund), problemOf(refund)]).toEqual(['done', undefined])
})

test('an id that was used for something else is not tried again', async () => {
  const received = stubFetch({ 'POST /api/desk/refunds': refusal('conflict', 'Used.', { status: 409, code: 'action_id_used' }) })
  const { press } = lastStep([refund])
  await press()
  await press()
  expect(new Set(idsSent(received, 'POST /api/desk/refunds')).size).toBe(2)
})

test('what the service refused is tried again as another action', async () => {
  const received = stubFetch({ [`POST ${path}`]: refusal('refused', 'No.', { status: 422 }, 'refused') })
  const { press, kindOf } = lastStep([off])
  await press()
  expect(kindOf(off)).toBe('refused')
  await press()
  expect(new Set(idsSent(received, `POST ${path}`)).size).toBe(2)
})

test('where the id cannot be kept nothing is sent, and the verb can be pressed again', async () => {
  const received = stubFetch({})
  let isKept = false
  const { press, kindOf, sending } = lastStep([off], () => isKept)
  await press()
  expect([kindOf(off), sending()]).toEqual(['not-sent', null])
  expect(idsSent(received, `POST ${path}`)).toEqual([])
  isKept = true
  await press()
  await waitFor(() => expect(idsSent(received, `POST ${path}`).length).toBeGreaterThan(0))
})

test.each([
  ['waiting', 'asked'],
  ['approved', 'unconfirmed'],
  ['declined', 'not-sent'],
] as const)('of a request that is %s, whose action isn’t listed yet, the outcome is %s', (state, kind) => {
  const approvals = [{ actionId: 'a-1', state }] as unknown as Parameters<typeof recordedKind>[2]['approvals']
  expect(recordedKind(off, 'a-1', { actionOf: () => undefined, refunds: [], approvals })).toBe(kind)
})
