import { expect, test } from 'vitest'
import { clipped, marked, shown } from './shown'

test('a machine sees no e-mail, IP address or card number in the words of the service', () => {
  const said = 'Plus 4111 1111 1111 1111 for odile@example.test from 203.0.113.24 and 2001:db8::1'
  for (const seen of [clipped(said), shown({ name: said }), shown(marked({ product: { name: said }, descriptors: [said] }))])
    expect(JSON.stringify(seen)).not.toMatch(/1111|odile|203\.0|2001/)
  expect(clipped(said)).toBe('Plus ••••• for ••••• from ••••• and •••••')
})

test('amounts, days, ids and hashes stay whole', () => {
  const answer = {
    chargeId: 'fe0a51c2-1d3f-4b6e-9c7a-0d2e4f6a8b1c',
    restsOn: { orderId: 'Wq7LmR2x', chargeIds: ['fe0a51c2-1d3f-4b6e-9c7a-0d2e4f6a8b1c'] },
    received: { amount: '1234567890.55', currency: 'EUR' },
    day: '2026-11-29',
    asOf: '2026-11-29T08:39:30.123Z',
    effectHash: '4111111111111111'.repeat(4),
    untrustedDescriptor: 'NW 8005551234',
    version: 12,
    next: 'newest+40',
  }
  expect(shown(answer)).toEqual(answer)
})
