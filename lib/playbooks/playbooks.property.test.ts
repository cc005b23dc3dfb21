import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReplyKey } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import { order } from '@/lib/operations/schemas/charge-history'
import { type ReplyLocale, replyLocales } from '@/lib/replies/languages'
import { replyOf } from '@/lib/replies/reply'
import { builtIn } from '@/lib/replies/texts/built-in'
import { wordingIn } from '@/lib/replies/wording-for-tests'
import { playbookNames } from './guide'
import { isReply, type Question } from './playbook'
import { type Answer, at, knownOfTicket, refund, subscription } from './ticket-for-tests'

const keys = Object.keys(replyVariables) as ReplyKey[]
const isPartOfAnother = (key: ReplyKey) =>
  Object.values(builtIn).some((texts) => keys.some((other) => other !== key && texts[other].includes(texts[key])))

/** Sentences that need no fact, and are no part of another: they are in a reply exactly where they belong. */
const unfilled = keys.filter((key) => replyVariables[key].length === 0 && !isPartOfAnother(key))

const id = '1a2b3c4d5e6f'
const paymentMethod = fc.record({
  type: fc.constantFrom('card', 'pay_pal', 'boleto_flash', 'wire_transfer', 'pix_parcelado', null),
  data: fc.constantFrom(null, ...['0119', '••••', '', null].map((lastFourDigits) => ({ brand: 'visa', lastFourDigits }))),
})
/** The orders of the ticket, with what they were paid with. */
const ordersPaidBy = (method: unknown) =>
  knownOfTicket().orders.map((each) =>
    order.parse({ ...each, charges: each.charges.map((charge) => ({ ...charge, paymentMethod: method })) }),
  )

it('no reply, in any language, says what the facts of the subscription do not bear out', () => {
  const status = fc.constantFrom(
    'active',
    'active',
    'active',
    'active',
    'active',
    'expired',
    'frozen',
    'blocked',
    'disabled',
    'suspended',
    'paused',
  )
  const facts = fc.record({
    status,
    autocharge: fc.constantFrom(true, false, false, null),
    isTokenized: fc.constantFrom(true, false, null),
    endDate: fc.constantFrom('2027-01-05T10:00:00+00:00', '2027-01-05T10:00:00+00:00', '2026-10-05T10:00:00+00:00', null),
    enabled: fc.array(fc.constantFrom(true, false, null), { maxLength: 3 }),
    listed: fc.boolean(),
    requested: fc.boolean(),
    product: fc.constantFrom({ id: 'p-1', name: 'Northwind Plus' }, { id: 'p-1', name: null, code: 'nw_plus' }, { id: 'p-1' }),
    paymentMethod,
  })
  const locale = fc.constantFrom(...(Object.keys(replyLocales) as ReplyLocale[]))
  const pick = fc.array(fc.nat({ max: 5 }), { minLength: 8, maxLength: 8 })
  const seen = new Set<string>()
  fc.assert(
    fc.property(
      fc.constantFrom('cancel', 'cancel', 'renewal', ...playbookNames),
      locale,
      facts,
      pick,
      (name, locale, given, picks) => {
        const { status, autocharge, isTokenized, endDate, enabled, product } = given
        const more = {
          enabled,
          refunds: given.requested ? [refund] : [],
          subscriptions: given.listed ? [subscription(autocharge, { id, status, endDate, isTokenized, product })] : null,
          orders: ordersPaidBy(given.paymentMethod),
        }
        const answers: Answer = {}
        let step = at(name, answers, more)
        for (const choice of picks) {
          if (isReply(step)) break
          const { choices, name: question }: Question = step
          const open = choices.filter(({ disabledBecause }) => disabledBecause === undefined)
          const picked = open[choice % open.length]
          if (picked) answers[question] = picked.typed ? '1.00' : picked.answer
          step = at(name, answers, more)
        }
        if (!isReply(step)) throw new Error(`It still asks: ${step.asks}`)
        const keys = new Set(step.parts.map(({ key }) => key))
        for (const key of keys) seen.add(key)
        const gone = status === 'disabled' || status === 'suspended'
        const none = isTokenized === false || (enabled.length > 0 && enabled.every((each) => each === false))
        if (keys.has('accessUntil')) expect([status, autocharge, endDate]).toEqual(['active', false, '2027-01-05T10:00:00+00:00'])
        if (keys.has('renewsNoMore')) expect(autocharge).toBe(false)
        if (keys.has('kept')) expect([autocharge, gone || status === 'expired']).toEqual([true, false])
        if (keys.has('kept')) expect(keys.has('needsMethod')).toBe(none)
        if (keys.has('ended')) expect(['expired', 'disabled', 'suspended']).toContain(status)
        if (keys.has('renewalLeave')) expect(given.listed && (autocharge === false || gone)).toBe(true)
        if (keys.has('renewalLink')) expect(answers.link).toBe('made')
        if (keys.has('refundAsked')) expect(given.requested).toBe(true)
        if (keys.has('refundRefused') || keys.has('nothingRefunded')) expect(keys.has('refundAsked')).toBe(false)
        const words = replyOf(wordingIn(locale), step.parts)
        expect(words).not.toMatch(/[•_]|–\.|\w…/)
        const said = unfilled.filter((key) => words.includes(builtIn[locale][key]))
        expect(said).toEqual(unfilled.filter((key) => keys.has(key)))
      },
    ),
    { numRuns: 4_000 },
  )
  for (const key of [
    'accessUntil',
    'renewsNoMore',
    'kept',
    'needsMethod',
    'ended',
    'renewalLeave',
    'renewalLink',
    'refundRefused',
  ])
    expect(seen).toContain(key)
}, 60_000)
