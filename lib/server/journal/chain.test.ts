import { expect, test } from 'vitest'
import { firstHash, hashOf } from './chain'

test('an entry has the hash that every version so far has given it', () => {
  const row = {
    ...{ seq: 7, at: '2026-03-01T10:00:00.000Z', kind: 'intent', action_id: '5f0c7a1e-0000-4000-8000-000000000007' },
    ...{ account_id: 'a-1', person: 'Zoë “Z”\n', merchant: 'northwind', operation: 'disableToken', buyer_id: null },
    ...{ ticket: 'T-1042', detail: '{"request":{"body":{"chargeMethodTokenId":1}}}' },
  }
  expect(hashOf(firstHash, row)).toBe('280726949429c84851c9018eaac7416121496bfacdff38358590ee748ab81260')
})
