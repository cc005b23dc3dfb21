import { expect, it } from 'vitest'
import { listedTools, tools } from './tools'
import { proposable } from './verbs'

it('what machines may propose is nine verbs, and none that charges or makes a buyer', () => {
  expect(proposable.map(({ name }) => name).toSorted()).toEqual([
    'autochargeOff',
    'autochargeOn',
    'changeEmail',
    'changeEndDate',
    'createPaymentLink',
    'disableToken',
    'downgrade',
    'enableToken',
    'requestRefund',
  ])
})

it('the list of tools is short enough for an answer', () => {
  expect(Buffer.byteLength(JSON.stringify(listedTools))).toBeLessThan(20_000)
  expect(listedTools).toHaveLength(Object.keys(tools).length)
})
