import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { sum } from '../core/money'
import type { ReplyPart } from '../core/reply-part'
import type { Charge, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { type ReplyLocale, replyLocales } from '../replies/languages'
import { replyBody } from '../replies/reply'
import { wordingIn } from '../replies/wording-for-tests'
import { answerOf } from './answer'
import { chargeLike, orderLike } from './examples-for-tests'
import { histories } from './histories-for-tests'
import { factsOf } from './order-facts'
import { familyOf } from './status'
import { whatToTell } from './what-to-tell'

const today = '2025-03-20'

type AnswerInput = Parameters<typeof answerOf>[0]
const check = (holds: (given: AnswerInput) => void, numRuns = 500) =>
  fc.assert(
    fc.property(histories, (made) => holds({ ...made, total: made.orders.length })),
    { numRuns },
  )
const chargesOf = (given: { orders: OrderOrUnreadable[] }): Charge[] =>
  given.orders.flatMap((each) => ('charges' in each ? each.charges : []))

const locales = Object.keys(replyLocales) as ReplyLocale[]
const replyTo = (given: Parameters<typeof answerOf>[0]) => answerOf(given, { today, unconfirmed: null })?.reply ?? []

test('a reply says in any language that money was received, or was not, only where the charges of the order it is about say so', () => {
  const seen = new Set<string>()
  check((given) => {
    const parts = replyTo(given)
    const { headline } = answerOf(given, { today, unconfirmed: null }) ?? {}
    const order = given.orders.find((each) => 'charges' in each && each.orderId === headline?.proof?.orderId)
    const families = order && 'charges' in order ? order.charges.map((each) => familyOf(each.status)) : []
    const received = families.filter((family) => family === 'received').length
    for (const { key } of parts) {
      seen.add(key)
      if (key.startsWith('chargedOnce')) expect(received).toBe(1)
      if (/^received|maybeFee/.test(key)) expect(received).toBeGreaterThan(1)
      if (/^(notCharged|noAttempt|noOrder|declined(Often|Undated)?$|notCompleted)/.test(key)) expect(received).toBe(0)
      if (/Open$|^(reserved|started|processing|deferred)/.test(key)) expect(families).toContain('open')
      if (/^declinedAttempt/.test(key)) expect(families).toContain('lost')
      if (/^(checking|otherChecked)/.test(key)) expect(families).toContain('other')
    }
  }, 4000)
  for (const key of ['chargedOnce', 'chargedOnceUndated', 'receivedTotal', 'receivedMixed', 'declined', 'reserved'])
    expect(seen).toContain(key)
})

test('a reply has in each language the amounts that the service gave, exactly, and as many sentences as in English', () => {
  check((given) => {
    const parts = replyTo(given)
    const amounts = new Set(chargesOf(given).map(({ amount }) => amount))
    for (const { key, facts = {} } of parts) {
      if (facts.amount) expect(amounts).toContain(facts.amount.amount)
      if (facts.total) expect(facts.total.amount).toBe(sum((facts.payments ?? []).map(({ amount }) => amount.amount)))
      for (const locale of locales) {
        const words = replyBody(wordingIn(locale), [{ key, facts }])
        expect(words).not.toBe('')
        const written = [facts.amount, facts.total, ...(facts.payments ?? []).map(({ amount }) => amount)]
        for (const money of written) if (money) expect(words).toContain(inLanguage(locale, money.amount))
      }
    }
  })
})

describe('an order beside another of the same day', () => {
  const at = (createdAt: string, changes = {}) => chargeLike({ createdAt, ...changes })
  const order = (orderId: string, ...charges: Charge[]) => ({ ...orderLike(charges), orderId })
  const morning = order('m0rning1', at('2025-03-04 08:00:00'))
  const evening = order('3vening1', at('2025-03-04 20:00:00'))
  const refused = order('r3fused1', at('2025-03-04 12:00:00', { status: 'declined' }))
  const reply = (of: typeof morning, ...others: (typeof morning)[]) =>
    replyBody(wordingIn('en'), whatToTell(factsOf(of), [of, ...others]))

  it('isn’t told as the only charge where both were paid with the same amount', () => {
    expect(reply(evening, morning)).toMatch(
      /^On 4 March 2025 you were charged 162\.00 BRL for more than one order\. This order was charged once\./,
    )
    for (const other of [
      order('0therDay', at('2025-03-05 08:00:00')),
      order('0therSum', at('2025-03-04 08:00:00', { amount: '9.00' })),
      order('0therCur', at('2025-03-04 08:00:00', { currency: 'EUR' })),
      refused,
    ])
      expect(reply(evening, other), other.orderId).toMatch(/^You were charged 162\.00 BRL once on 4 March 2025\./)
  })

  it('isn’t told as no charge, nor to be paid again, where the other was paid with the same amount', () => {
    expect(reply(refused)).toMatch(/^You weren’t charged\. .*Please try another payment method/)
    expect(reply(refused, morning)).toMatch(/^The payment of 162\.00 BRL on 4 March 2025 was declined\./)
    expect(reply(refused, morning)).toContain('You weren’t charged for the declined attempt.')
    expect(reply(refused, morning)).not.toMatch(/You weren’t charged\.|try another/)
  })
})

/** An amount of two decimals by the language's own signs. */
function inLanguage(locale: ReplyLocale, amount: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount as Intl.StringNumericLiteral)
}

it('what became of refunds is told after the payments, in the place of what is still being checked', () => {
  const told = (charges: Charge[], refunds: ReplyPart[]) => {
    const order = orderLike(charges)
    return whatToTell(factsOf(order), [order], refunds).map(({ key }) => key)
  }
  const twice = [chargeLike(), chargeLike({ createdAt: '2025-03-04 10:03:21' })]
  expect(told(twice, [])).toEqual(['receivedTotal', 'maybeFee'])
  expect(told(twice, [{ key: 'refundDone' }])).toEqual(['receivedTotal', 'refundDone'])
  expect(told([chargeLike()], [{ key: 'refundAsked' }])).toEqual(['chargedOnce', 'chargeStatement', 'refundAsked'])
})
