import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '../core/money'
import type { Charge, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { type ReplyLocale, replyLocales } from '../replies/languages'
import { replyBody } from '../replies/reply'
import { wordingIn } from '../replies/wording-for-tests'
import { answerOf } from './answer'
import { histories } from './histories-for-tests'
import { familyOf } from './status'

const today = '2025-03-20'

type Given = Parameters<typeof answerOf>[0]
const check = (holds: (given: Given) => void, numRuns = 500) =>
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

/** An amount of two decimals by the language's own signs. */
function inLanguage(locale: ReplyLocale, amount: string): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount as Intl.StringNumericLiteral)
}
