import { describe, expect, it } from 'vitest'
import type { Refund, RefundStepKind } from './refund'
import { refundBadge, refundFlags } from './refund-flag'

const viewer = { now: Date.parse('2026-11-22T14:00:00Z'), zone: 'UTC' }
const refundWith = (kinds: RefundStepKind[], { at = '2026-11-22T06:21:40.000Z', chargeId = 'c1' } = {}) =>
  ({
    amount: '1042.84',
    currency: 'EUR',
    charge: { orderId: 'Tw1ceP4d', chargeId },
    steps: kinds.map((kind) => ({ kind, at, person: 'Alma Reyes', mine: false, note: null })),
  }) as unknown as Refund
const flagOf = (...refunds: Refund[]) => refundFlags(refunds, viewer).get('Tw1ceP4d')

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
      refundFlags([refundWith(['asked'], { at })], { ...viewer, zone }).get('Tw1ceP4d')?.says
    expect(says('2026-11-20T06:21:40.000Z')).toContain('was requested on 20 Nov at 06:21.')
    expect(says('2025-11-20T06:21:40.000Z')).toContain('was requested on 20 Nov 2025 at 06:21.')
    expect(says('2026-11-21T23:30:00.000Z', 'Asia/Tokyo')).toContain('was requested at 08:30.')
  })

  it('tells the newest of several for one order, and nothing of other orders', () => {
    const older = refundWith(['asked', 'refused'], { at: '2026-11-20T06:00:00.000Z', chargeId: 'c2' })
    expect(flagOf(refundWith(['asked']), older)?.proof).toEqual({ orderId: 'Tw1ceP4d', chargeIds: ['c1'] })
    expect(refundFlags([older], viewer).get('another')).toBeUndefined()
    expect(flagOf(refundWith([]))).toBeUndefined()
  })
})

it('a charge bears what happened to its refund last, and when', () => {
  expect(refundBadge(refundWith(['asked']), viewer)).toEqual({ kind: 'deferred', words: 'refund requested at 06:21' })
  expect(refundBadge(refundWith(['asked', 'refused']), viewer)).toEqual({ kind: 'declined', words: 'refund refused at 06:21' })
  expect(refundBadge(refundWith([]), viewer)).toBeNull()
})
