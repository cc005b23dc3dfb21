import { expect, it, test } from 'vitest'
import { chargeLike, exampleOrder, orderLike } from '@/lib/charges/examples-for-tests'
import type { ReplyKey } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import { replySentence } from '@/lib/replies/reply'
import { wordingIn } from '@/lib/replies/wording-for-tests'
import { replyExample } from './reply-examples'

const keys = Object.keys(replyVariables) as ReplyKey[]

test.each(keys)('%s can be shown without a buyer, with made-up facts alone', (key) => {
  const { facts, examples } = replyExample(key, null)
  expect(replySentence(wordingIn('en'), key, facts)).not.toBeNull()
  expect(examples).toEqual(replyVariables[key].filter((name) => name !== 'agent'))
})

it('takes a buyer’s own facts where they fit, and says which are made up', () => {
  const known = { orders: [exampleOrder], subscriptions: [] }
  const shown = (key: ReplyKey) => {
    const { facts, examples } = replyExample(key, known)
    return [replySentence(wordingIn('en'), key, facts), examples]
  }
  expect(shown('chargedOnce')).toEqual(['You were charged 162.00 BRL once on 4 March 2025.', []])
  expect(shown('voucherOpen')[0]).toMatch(/^A voucher of 162\.00 BRL was issued on 4 March 2025/)
  expect(shown('refundReference')).toEqual(['The payment provider’s reference is RF-20417.', ['reference']])
  expect(shown('receivedTotal')[1]).toEqual(['count', 'total', 'payments'])
})

it('shows the lost charge in a sentence about a loss, and several payments where the buyer has made them', () => {
  const lost = orderLike([chargeLike({ status: 'declined', amount: '9.00' })])
  const twice = orderLike([chargeLike({ amount: '5.00' }), chargeLike({ amount: '6.00' })])
  const known = { orders: [twice, lost], subscriptions: [] }
  expect(replyExample('declined', known).facts.amount?.amount).toBe('9.00')
  expect(replyExample('chargedOnce', known).facts.amount?.amount).toBe('5.00')
  expect(replyExample('receivedTotal', known)).toMatchObject({ facts: { count: 2, total: { amount: '11.00' } }, examples: [] })
})
