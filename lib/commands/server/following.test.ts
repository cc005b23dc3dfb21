import { expect, test } from 'vitest'
import { ruledCommand } from '@/lib/operations/rules'
import { resendStatus } from './following'
import type { Action } from './intent'

test('what another version of the program sent is not sent again by one that does not know it', () => {
  const row = { operation: 'fromElsewhere', state: 'unconfirmed', settled_as: null } as Action
  expect(resendStatus(row, ruledCommand(row.operation), { follower: null, standing: 'last', elsewhere: null })).toEqual({
    possible: false,
    why: 'This version of Counterfoil doesn’t have this command.',
  })
})
