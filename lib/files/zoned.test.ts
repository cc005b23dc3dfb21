import { expect, it } from 'vitest'
import { describeZone, formatZone, zoned } from './zoned'

it.each([
  ['2025-05-14 14:02:31', 'service', 'UTC', '2025-05-14 14:02:31'],
  ['2025-05-14T14:02:31.123+02:00', 'service', 'UTC', '2025-05-14 14:02:31 +02:00'],
  ['2025-05-14 14:02:31', 'Europe/Berlin', 'UTC', '2025-05-14 16:02:31'],
  ['2025-01-01 00:30:00', 'America/New_York', 'Europe/Berlin', '2024-12-31 18:30:00'],
  ['2025-05-14T14:02:31+0200', 'UTC', 'Asia/Tokyo', '2025-05-14 12:02:31'],
  ['2025-05-14T14:02:31Z', 'Asia/Kolkata', 'UTC', '2025-05-14 19:32:31'],
  ['2025-03-30 02:30:00', 'UTC', 'Europe/Berlin', '2025-03-30 01:30:00'],
  ['2025-10-26 03:00:00', 'UTC', 'Europe/Berlin', '2025-10-26 02:00:00'],
])('%s in %s, read as %s, is %s', (text, zone, assumed, expected) => {
  expect(zoned(text, zone, assumed)).toBe(expected)
})

it('what is no time stays none, and the head says in which zone the times are', () => {
  expect([
    zoned('yesterday', 'UTC', 'UTC'),
    zoned(null, 'UTC', 'UTC'),
    zoned('2025-99-99 00:00:00', 'UTC', 'Asia/Tokyo'),
  ]).toEqual([null, null, null])
  expect(describeZone('service', 'UTC')).toBe('service time')
  expect(describeZone('Europe/Berlin', 'UTC')).toBe('Europe/Berlin, service time treated as UTC')
})

it.each([
  ['Asia/Tokyo', '2026-10-01', '2026-10-31', 'Asia/Tokyo (UTC+09:00)'],
  ['Europe/Berlin', '2026-10-01', '2026-10-31', 'Europe/Berlin (UTC+02:00 and UTC+01:00)'],
  ['Europe/Berlin', '2026-01-01', '2026-12-31', 'Europe/Berlin (UTC+01:00 and UTC+02:00)'],
  ['America/St_Johns', '2026-01-01', '2026-01-01', 'America/St_Johns (UTC-03:30)'],
  ['Europe/Berlin', null, null, 'Europe/Berlin (UTC+01:00 and UTC+02:00)'],
  ['UTC', '2026-01-01', '2026-12-31', 'UTC'],
  ['Asia/Tokyo', '9999-12-01', '9999-12-31', 'Asia/Tokyo (UTC+09:00)'],
])('%s from %s to %s is %s', (zone, from, to, words) => {
  expect(formatZone(zone, { from, to }, '2026-11-22')).toBe(words)
})
