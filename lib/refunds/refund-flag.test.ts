import { describe, expect, it } from 'vitest'
import type { Refund, RefundState, RefundStepKind } from './refund'
import { refundsByOrder } from './refund-flag'
import { refundBadge } from './refund-step-words'

const viewer = { now: Date.parse('2026-11-22T14:00:00Z'), zone: 'UTC' }
const states: Partial<Record<RefundStepKind, RefundState>> = {
  approved: 'approved',
  batched: 'approved',
  done: 'done',
  refused: 'refused',
}
const refundWith = (kinds: RefundStepKind[], { at = '2026-11-22T06:21:40.000Z', chargeId = 'c1', amount = '1042.84' } = {}) =>
  ({
    id: chargeId,
    amount,
    state: states[kinds.at(-1) ?? 'asked'] ?? 'waiting',
    currency: 'EUR',
    charge: { orderId: 'Tw1ceP4d', chargeId, createdAt: '2026-11-20 10:00:00' },
    steps: kinds.map((kind) => ({ kind, at, person: 'Alma Reyes', mine: false, note: null })),
  }) as unknown as Refund
const flagOf = (...refunds: Refund[]) => refundsByOrder(refunds, viewer).get('Tw1ceP4d')?.flag

describe('what an answer says of a refund', () => {
  it.each<[RefundStepKind[], string, string]>([
    [['asked'], 'deferred', 'A refund of 1,042.84 EUR was requested at 06:21. Don’t request it again.'],
    [['asked', 'approved'], 'settled', 'A refund of 1,042.84 EUR was approved at 06:21. It isn’t recorded as made yet.'],
    [
      ['asked', 'approved', 'batched'],
      'deferred',
      'A refund of 1,042.84 EUR was put in a file for the provider at 06:21. It isn’t recorded as made yet.',
    ],
    [['asked', 'refused'], 'declined', 'A refund of 1,042.84 EUR was refused at 06:21.'],
    [
      ['asked', 'refused', 'reopened'],
      'deferred',
      'The decision on a refund of 1,042.84 EUR was undone at 06:21. It’s back in the queue. Don’t request it again.',
    ],
    [['asked', 'approved', 'batched', 'done'], 'settled', 'A refund of 1,042.84 EUR was recorded as made at 06:21.'],
    [
      ['asked', 'approved', 'batched', 'failed'],
      'declined',
      'The provider couldn’t make the refund of 1,042.84 EUR at 06:21. It’s back in the queue.',
    ],
  ])('rests on its last step: %j', (steps, kind, says) => {
    expect(flagOf(refundWith(steps))).toEqual({ kind, says, proof: { orderId: 'Tw1ceP4d', chargeIds: ['c1'] } })
  })

  it('dates what was not today, in the zone of whoever looks', () => {
    const says = (at: string, zone = 'UTC') =>
      refundsByOrder([refundWith(['asked'], { at })], { ...viewer, zone }).get('Tw1ceP4d')?.flag.says
    expect(says('2026-11-20T06:21:40.000Z')).toContain('was requested on 20 Nov at 06:21.')
    expect(says('2025-11-20T06:21:40.000Z')).toContain('was requested on 20 Nov 2025 at 06:21.')
    expect(says('2026-11-21T23:30:00.000Z', 'Asia/Tokyo')).toContain('was requested at 08:30.')
  })

  it('tells all that were requested for one order, what is under way before what was refused, and nothing of other orders', () => {
    const older = refundWith(['asked', 'refused'], { at: '2026-11-22T09:00:00.000Z', chargeId: 'c2', amount: '5.00' })
    const made = refundWith(['asked', 'done'], { at: '2026-11-22T08:00:00.000Z', chargeId: 'c3', amount: '42.84' })
    expect(flagOf(older, refundWith(['asked', 'batched']), made)).toEqual({
      kind: 'settled',
      says:
        'A refund of 42.84 EUR was recorded as made at 08:00. ' +
        'A refund of 1,042.84 EUR was put in a file for the provider at 06:21. It isn’t recorded as made yet. ' +
        'A refund of 5.00 EUR was refused at 09:00.',
      proof: { orderId: 'Tw1ceP4d', chargeIds: ['c3', 'c1', 'c2'] },
    })
    expect(refundsByOrder([older], viewer).get('another')).toBeUndefined()
    expect(flagOf(refundWith([]))).toBeUndefined()
  })

  it.each<[RefundStepKind, string]>([
    ['asked', '2 refunds, 85.68 EUR in all, were requested, the last at 06:21. Don’t request them again.'],
    ['approved', '2 refunds, 85.68 EUR in all, were approved, the last at 06:21. They aren’t recorded as made yet.'],
    ['refused', '2 refunds, 85.68 EUR in all, were refused, the last at 06:21.'],
    [
      'reopened',
      'The decisions on 2 refunds, 85.68 EUR in all, were undone, the last at 06:21. They’re back in the queue. Don’t request them again.',
    ],
    [
      'batched',
      '2 refunds, 85.68 EUR in all, were put in a file for the provider, the last at 06:21. They aren’t recorded as made yet.',
    ],
    ['done', '2 refunds, 85.68 EUR in all, were recorded as made, the last at 06:21.'],
    ['failed', 'The provider couldn’t make 2 refunds, 85.68 EUR in all, the last of them at 06:21. They’re back in the queue.'],
  ])('counts and adds those that were %s', (kind, says) => {
    const half = (at: string, chargeId: string) => refundWith(['asked', kind], { at, chargeId, amount: '42.84' })
    expect(flagOf(half('2026-11-22T05:00:00.000Z', 'c2'), half('2026-11-22T06:21:40.000Z', 'c1'))?.says).toBe(says)
  })

  it('tells the customer of all but what was refused, and of that where it is all there is', () => {
    const told = (...refunds: Refund[]) =>
      refundsByOrder(refunds, viewer)
        .get('Tw1ceP4d')
        ?.reply.map(({ key }) => key)
    const refused = refundWith(['asked', 'refused'], { chargeId: 'c4' })
    expect(told(refused)).toEqual(['refundRefused'])
    expect(told(refused, refundWith(['asked', 'done']), refundWith(['asked']))).toEqual([
      'refundDone',
      'refundReference',
      'refundAsked',
    ])
  })

  it('adds for the customer what waits alike, and tells of each that was made with its reference', () => {
    const told = (kind: RefundStepKind) =>
      refundsByOrder(
        ['c1', 'c2'].map((chargeId) => refundWith(['asked', kind], { chargeId, amount: '42.84' })),
        viewer,
      )
        .get('Tw1ceP4d')
        ?.reply.map(({ key, facts }) => [key, facts?.amount?.amount])
    expect(told('approved')).toEqual([['refundApproved', '85.68']])
    expect(told('reopened')).toEqual([['refundAsked', '85.68']])
    expect(told('done')?.map(([key]) => key)).toEqual(['refundDone', 'refundReference', 'refundDone', 'refundReference'])
  })
})

it('a charge bears what happened to its refund last, and when', () => {
  expect(refundBadge(refundWith(['asked']), viewer)).toEqual({ kind: 'deferred', words: 'refund requested at 06:21' })
  expect(refundBadge(refundWith(['asked', 'refused']), viewer)).toEqual({ kind: 'declined', words: 'refund refused at 06:21' })
  expect(refundBadge(refundWith([]), viewer)).toBeNull()
})
