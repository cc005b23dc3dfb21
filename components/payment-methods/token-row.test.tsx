// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TokenRow } from './token-row'

afterEach(cleanup)

const nothing = { bin: null, email: null, chargeId: null, createdAt: null, updatedAt: null, successfullyUsedAt: null }
const token = { ...nothing, id: 71, provider: 'acme', mid: 'm-1', isEnabled: true }
const stamp = { at: '2026-05-14T22:30:00Z', from: 'from a read', typed: false }

it.each([
  ['a charge of a later day, in the zone of the clock', '2026-05-15', 'UTC', true],
  ['no charge that is later', '2026-05-14', 'UTC', false],
  ['the same day in the zone of the clock', '2026-05-15', 'Asia/Tokyo', false],
  ['no charge at all', null, 'UTC', false],
])('says whether its state may be old: %s', (_, chargedOn, zone, says) => {
  const clock = { now: Date.parse('2026-05-20T12:00:00Z'), zone, settled: true }
  render(<TokenRow {...{ token, stamp, clock, chargedOn }} isUnconfirmed={false} verb={null} />)
  expect(screen.queryByText(/is newer than this/) !== null).toBe(says)
})
