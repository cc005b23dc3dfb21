import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentWithOffset, withOffsetOf } from './dates'

describe('a time with an offset, written with the one of a zone', () => {
  it.each([
    ['2026-11-28T04:59:59+00:00', 'America/New_York', '2026-11-27T23:59:59-05:00'],
    ['2026-11-28T11:00:00Z', 'Pacific/Auckland', '2026-11-29T00:00:00+13:00'],
    ['2026-06-30 22:30:00.500000+0000', 'Europe/Berlin', '2026-07-01T00:30:00+02:00'],
    ['2026-03-01T00:10:00+05:30', 'Asia/Kathmandu', '2026-03-01T00:25:00+05:45'],
  ])('%s in %s is %s', (text, zone, expected) => expect(withOffsetOf(text, zone)).toBe(expected))

  it.each([
    ['2026-11-28T04:59:59+00:00', 'UTC'],
    ['2026-11-28T04:59:59Z', 'Africa/Accra'],
    ['2026-11-28 04:59:59', 'America/New_York'],
    ['yesterday', 'America/New_York'],
    [null, 'America/New_York'],
  ])('%s in %s stays as it is', (text, zone) => expect(withOffsetOf(text, zone)).toBe(text))

  it('is the same moment in any zone', () => {
    const zones = ['UTC', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Apia', 'Europe/London', 'Australia/Lord_Howe']
    const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1_000, max: Date.UTC(2040, 0) / 1_000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const text = new Date(second * 1_000).toISOString()
        expect(momentWithOffset(withOffsetOf(text, zone))).toBe(second * 1_000)
      }),
    )
  })
})
