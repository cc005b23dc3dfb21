import { expect, it } from 'vitest'
import { replyBody } from '@/lib/replies/reply'
import { wordingIn } from '@/lib/replies/wording-for-tests'
import { allDisabledReply } from './tokens-reply'

const on = { autoChargeStatus: true, isTokenized: null }
const off = { autoChargeStatus: false, isTokenized: null }
const unclear = { autoChargeStatus: null, isTokenized: null }
const said = 'We’ve switched off the payment details we had saved for your card ending in 0119.'
const none = `${said} None of your saved payment methods can be charged at the moment, so please add one if you want to renew.`
const another = (words: string) => `${said} Another saved payment method may be charged when your ${words}.`

it.each([
  ['nothing is left to charge', [on], [false, false], none],
  ['another method is left', [on], [false, true], another('subscription renews')],
  ['another method is left for one of two', [on, off], [false, true], another('subscriptions renew')],
  ['the service says that a token is still there', [{ ...on, isTokenized: true }], [], another('subscription renews')],
  ['nothing would be charged anyway', [off], [false, false], said],
  ['it is not known whether anything would be', [unclear], [true], said],
  ['no subscription is known', [], [false], said],
])('where %s', (_, running, enabled, reply) => {
  expect(replyBody(wordingIn('en'), allDisabledReply('card ••0119', running, enabled))).toBe(reply)
})

it('a method that no customer would know by its name is not named', () => {
  expect(allDisabledReply(null, [], [])).toEqual([{ key: 'tokenOff' }])
})
