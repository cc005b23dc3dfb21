import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { subscription } from '@/lib/operations/schemas/subscription'
import {
  describeAutocharge,
  describeDate,
  describeEnd,
  formatDuration,
  statusBeginning,
  statusHistory,
  subscriptionStatus,
} from './subscription-words'

const now = Date.UTC(2025, 4, 14, 12, 2)
const like = (changes: Record<string, unknown> = {}) =>
  z.parse(subscription, {
    id: 'x',
    endDate: '2025-06-30T12:55:48+00:00',
    status: 'active',
    autoChargeStatus: true,
    isTokenized: true,
    ...changes,
  })

describe('a subscription in words', () => {
  it('dates a moment in the zone of whoever looks', () => {
    expect(describeDate('2025-06-30T23:30:00+00:00', now, 'UTC')).toEqual({ day: '30 Jun 2025', words: 'in 47 days' })
    expect(describeDate('2025-06-30T23:30:00+00:00', now, 'Asia/Tokyo')).toEqual({ day: '1 Jul 2025', words: 'in 48 days' })
    expect(describeDate('not a time', now, 'UTC')).toBeNull()
  })

  it.each([
    [{}, 'in 47 days'],
    [{ status: 'frozen' }, 'in 47 days, may move when unfrozen'],
    [{ status: 'expired', endDate: '2025-04-01T00:00:00+00:00' }, '43 days ago'],
    [{ endDate: null }, null],
  ])('ends %j: %s', (changes, words) => {
    expect(describeEnd(like(changes), now, 'UTC')).toBe(words)
  })

  it.each([
    [{}, 'On', 'next charge around 30 Jun 2025'],
    [{ isTokenized: false }, 'On', 'no active token, so expect the charge to fail'],
    [{ isTokenized: null }, 'On', 'assume a charge around 30 Jun 2025'],
    [{ endDate: '2025-05-01T00:00:00+00:00' }, 'On', null],
    [{ autoChargeStatus: false, endDate: '2025-05-01T00:00:00+00:00' }, 'Off', null],
    [{ autoChargeStatus: false }, 'Off', 'access lasts until 30 Jun 2025'],
    [{ autoChargeStatus: false, status: 'expired' }, 'Off', null],
    [{ autoChargeStatus: null }, 'unknown', null],
    [{ status: 'frozen' }, 'On', null],
  ])('autocharge %j: %s, %s', (changes, value, note) => {
    expect(describeAutocharge(like(changes), [], { now, zone: 'UTC' })).toEqual({ value, note })
  })

  it('foretells no charge where every token is disabled, and one where the buyer has one that is not', () => {
    const said = (changes: Record<string, unknown>, enabled: (boolean | null)[]) =>
      describeAutocharge(like(changes), enabled, { now, zone: 'UTC' }).note
    expect(said({}, [false, false])).toContain('expect the charge to fail')
    expect(said({ isTokenized: null }, [false, true])).toBe('next charge around 30 Jun 2025')
    expect(said({ isTokenized: null }, [false, null])).toBe('assume a charge around 30 Jun 2025')
  })

  it.each([
    ['active', 'settled'],
    ['frozen', 'neutral'],
    ['expired', 'neutral'],
    ['blocked', 'declined'],
    ['disabled', 'neutral'],
    ['suspended', 'declined'],
    ['on_hold', undefined],
    ['toString', undefined],
  ])('shows %s as %s', (status, kind) => {
    expect(subscriptionStatus(status)?.kind).toBe(kind)
  })

  it('gives the length of a product in its longest unit', () => {
    const product = (lengths: object) => like({ product: { name: 'Plus', ...lengths } }).product
    expect(formatDuration(product({ durationDays: 84, durationWeeks: 12, durationMonths: 3 }))).toBe('3 months')
    expect(formatDuration(product({ durationDays: 1 }))).toBe('1 day')
    expect(formatDuration(null)).toBeNull()
  })
})

describe('the status a subscription has now', () => {
  const entry = (createdAt: string | null, status: string, reason: string) => ({ createdAt, status, reason })
  const blocked = entry('2026-11-22T14:39:52+00:00', 'blocked', 'Failed capture')
  const turnedOff = entry('2026-11-30T09:00:00+00:00', 'blocked', 'Faulty run')

  it.each([
    [[blocked], 'Failed capture'],
    [[blocked, turnedOff], 'Failed capture'],
    [[turnedOff, entry('2026-10-25T00:00:00+00:00', 'active', 'purchase'), blocked], 'Failed capture'],
    [
      [entry('2026-10-01T00:00:00+00:00', 'blocked', 'an earlier one'), entry('2026-10-02', 'active', 'paid'), blocked],
      'Failed capture',
    ],
    [[blocked, entry('2026-11-22T15:39:52+01:00', 'active', 'paid')], 'paid'],
    [[entry(null, 'active', 'no time'), blocked], 'Failed capture'],
    [[], undefined],
  ])('began with the first of the newest entries that name it: %j', (entries, reason) => {
    expect(statusBeginning(entries)?.reason).toBe(reason)
  })

  it('is told by a history in the order of its moments, whatever zone they are in', () => {
    const morning = entry('2026-11-30T08:30:00+01:00', 'active', 'b')
    expect(statusHistory([turnedOff, morning, blocked])).toEqual([blocked, morning, turnedOff])
  })
})
