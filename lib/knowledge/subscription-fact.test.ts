import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { subscription as schema } from '../operations/schemas/subscription'
import { subscriptionFact, type UnconfirmedChange } from './subscription-fact'

const now = Date.parse('2026-11-22T12:00:00Z')
const given = (changes: object) =>
  z.parse(schema, { id: 'a', status: 'active', endDate: '2027-01-16T12:00:00+00:00', autoChargeStatus: true, ...changes })
const sent = (words: string): UnconfirmedChange => ({ words, sentAt: '2026-11-22T11:58:00Z', fields: [] })
const says = (changes: object, enabled: boolean[] = [true], unconfirmed: UnconfirmedChange | null = null) => {
  const { kind, lead, rest } = subscriptionFact(given(changes), { enabled, unconfirmed, now, zone: 'UTC' })
  return [kind, `${lead} ${rest ?? ''}`.trim()]
}

describe('the one fact of a subscription', () => {
  it.each([
    ['renews', {}, 'settled', 'Renews around 16 Jan 2027, in 55 days.'],
    ['ends', { autoChargeStatus: false }, 'settled', 'Ends 16 Jan 2027, in 55 days. Autocharge is off.'],
    [
      'autocharge unknown',
      { autoChargeStatus: null },
      'settled',
      'Assume a charge around 16 Jan 2027, in 55 days. We don’t know whether autocharge is on.',
    ],
    ['end unknown', { endDate: null }, 'settled', 'We don’t know its end date.'],
    ['end passed', { endDate: '2026-11-02T12:00:00+00:00' }, 'settled', 'End date 2 Nov 2026, 20 days ago.'],
    [
      'frozen',
      { status: 'frozen', freezeDetails: { unfreezeAt: '2026-12-21T00:00:00+00:00' } },
      'frozen',
      'Frozen until 21 Dec 2026. End date 16 Jan 2027, which may move.',
    ],
    [
      'expired',
      { status: 'expired', endDate: '2026-10-01T12:00:00+00:00' },
      'neutral',
      'Expired 1 Oct 2026. A renewal reactivates it.',
    ],
    [
      'disabled before its end date',
      { status: 'disabled' },
      'neutral',
      'Ended manually, after a refund or void, or a year past its end date. Can’t be reactivated. End date 16 Jan 2027.',
    ],
    ['blocked', { status: 'blocked' }, 'declined', 'Blocked because a held payment couldn’t be collected. End date 16 Jan 2027.'],
    [
      'a status nobody knows',
      { status: 'on_hold' },
      'neutral',
      'Status “on_hold”, which we don’t recognise. Renews around 16 Jan 2027, in 55 days.',
    ],
  ])('%s', (_, changes, kind, words) => {
    expect(says(changes)).toEqual([kind, words])
  })

  it('expects a charge to fail where no token is active', () => {
    expect(says({}, [false])).toEqual([
      'settled',
      'Autocharge is on, but no token is active. Expect the charge around 16 Jan 2027 to fail.',
    ])
  })

  it('puts an action that is unconfirmed before everything that is known, and offers no verb', () => {
    expect(says({ status: 'frozen' }, [true], sent('Turn off autocharge'))).toEqual([
      'unconfirmed',
      '“Turn off autocharge” isn’t confirmed. Sent at 11:58, and no answer came.',
    ])
    const fact = subscriptionFact(given({}), { enabled: [], unconfirmed: sent('Downgrade'), now, zone: 'UTC' })
    expect(fact.verbsOf).toBeNull()
  })
})
