import { expect, test } from 'vitest'
import { slopeOf } from './memory'

const minutes = (of: (minute: number) => number) =>
  Array.from({ length: 31 }, (_, minute) => ({ at: minute * 60, bytes: of(minute) * 1_000_000 }))

test('growth is told in MB a minute, whatever the caches took at first (F38)', () => {
  expect(slopeOf(minutes((minute) => 200 + 2 * minute))).toBeCloseTo(2)
  expect(slopeOf(minutes((minute) => (minute < 8 ? 100 + 20 * minute : 260)))).toBeCloseTo(0)
  expect(slopeOf(minutes((minute) => 260 + (minute % 2) * 30))).toBeLessThan(0.5)
  expect(slopeOf([])).toBe(0)
})
