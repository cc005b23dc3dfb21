import { describe, expect, it } from 'vitest'
import { describeAge, describeStamp, formatClock, oldestOf } from './stamp-words'

const now = Date.parse('2026-05-14T14:30:00Z')
const stamp = (at: string) => ({ at, from: 'from Turn off autocharge by you', typed: false })

describe('the age of a fact', () => {
  it('is a time of today, or a day with its time, in the zone of whoever looks', () => {
    expect(describeStamp(stamp('2026-05-14T14:02:31Z'), { now, zone: 'UTC' })).toBe('as of 14:02 from Turn off autocharge by you')
    expect(formatClock(Date.parse('2026-05-12T23:30:00Z'), now, 'Europe/Berlin')).toBe('13 May, 01:30')
    expect(formatClock(Date.parse('2025-05-12T08:00:00Z'), now, 'UTC')).toBe('12 May 2025, 08:00')
  })

  it('of several is that of the oldest', () => {
    expect(oldestOf([stamp('2026-05-14T14:02:00Z'), undefined, stamp('2026-05-12T14:02:00Z')])?.at).toBe('2026-05-12T14:02:00Z')
    expect(oldestOf([undefined])).toBeNull()
  })
})

describe('a subscription may be out of date', () => {
  const active = { status: 'active', endDate: '2026-06-30T12:00:00+00:00' }
  const about = { seen: stamp('2026-05-13T10:00:00Z'), paidOn: null, outlook: 'renews', now, zone: 'UTC' } as const
  it.each([
    ['when its end date has passed', { ...active, endDate: '2026-05-14T12:00:00+00:00' }, about, /end date has passed/],
    ['when it renews today', { ...active, endDate: '2026-05-14T20:00:00+00:00' }, about, /renews today/],
    ['when a newer charge exists', active, { ...about, paidOn: '2026-05-14' }, /charge on 14 May 2026 is newer/],
    ['not while it runs', active, about, null],
    ['not for a charge it was seen after', active, { ...about, paidOn: '2026-05-13' }, null],
    [
      'when it may renew today',
      { ...active, endDate: '2026-05-14T20:00:00+00:00' },
      { ...about, outlook: 'may-renew' },
      /may renew today/,
    ],
    [
      'not on its last day without autocharge',
      { ...active, endDate: '2026-05-14T20:00:00+00:00' },
      { ...about, outlook: 'ends' },
      null,
    ],
    [
      'not on its last day without an active token',
      { ...active, endDate: '2026-05-14T20:00:00+00:00' },
      { ...about, outlook: 'fails' },
      null,
    ],
    ['not once it is over', { ...active, status: 'expired', endDate: '2026-05-01T12:00:00+00:00' }, about, null],
    ['not where the end is a day that no calendar has', { ...active, endDate: '2026-02-30T12:00:00+00:00' }, about, null],
    ['not where the end is unknown', { ...active, endDate: null }, { ...about, seen: null }, null],
  ] as const)('%s', (_, subscription, given, says) => {
    const words = describeAge(subscription, given)
    if (says === null) expect(words).toBeNull()
    else expect(words).toMatch(says)
  })
})
