import { expect, test } from 'vitest'
import { masked, maskedFields } from '@/lib/core/masking'
import { operations } from '@/lib/operations'
import { inOurSpelling, spellings } from '@/lib/operations/schemas/tolerant'
import { differencesOf } from './differences'

const differencesIn = (name: keyof typeof operations) => JSON.stringify(differencesOf(operations[name]))

test.each([
  ['getOneClickPrices', '`mounthlyAmount`'],
  ['getOneClickPrices', '`quantity`, `total`: a number'],
  ['createInitialOrder', 'metaData.counterfoilActionId'],
  ['getChargeHistory', '`personalIdValue`, `street`, `zip`: masked'],
  ['getChargeHistory', 'unreadable'],
  ['getChargeHistory', '`createdAt`: with an offset'],
  ['changeAutochargeStatus', '`autoChargeStatus`'],
] as const)('of %s it is told that its answer differs: %s', (name, words) => expect(differencesIn(name)).toContain(words))

test('what is told is what is done', () => {
  for (const [theirs, { ours, why }] of spellings) {
    expect(inOurSpelling({ [theirs]: 1 })).toEqual({ [ours]: 1 })
    expect(why).not.toBe('')
  }
  for (const name of maskedFields) expect(masked({ [name]: 'Tainara 12345' })).not.toEqual({ [name]: 'Tainara 12345' })
})

test('an operation that answers nothing has nothing that differs', () =>
  expect(differencesOf(operations.disableToken)).toEqual([]))
