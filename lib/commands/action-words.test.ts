import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ReplyKey } from '@/lib/core/reply-part'
import type { CommandName } from '@/lib/operations'
import { knownOf, ofSubscription } from '@/lib/operations/effects/situation-for-tests'
import { predict } from '@/lib/operations/predict'
import { rules } from '@/lib/operations/rules'
import { type ReplyLocale, replyLocales } from '@/lib/replies/languages'
import { replyBody, replySentence } from '@/lib/replies/reply'
import { wordingIn } from '@/lib/replies/wording-for-tests'
import { describeDone, whatToTell } from './action-words'

const sent = (operation: string, body: unknown) => ({ operation, request: { params: {}, body }, at: '2025-05-14T14:06:41Z' })

test.each([
  ['changeAutochargeStatus', { autochargeStatus: false }, 'Autocharge is off'],
  ['changeAutochargeStatus', { autochargeStatus: true }, 'Autocharge is on'],
  ['changeExpirationDate', { expirationDate: '2025-06-30' }, 'End date set to 30 Jun 2025'],
  ['changeExpirationDate', { expirationDate: '2025-05-14' }, 'Renewal triggered'],
  ['enableToken', { chargeMethodTokenId: 1190417 }, 'Token 1190417 is enabled'],
  ['somethingNew', null, 'Done'],
])('%s with %j is told as "%s"', (operation, body, words) => {
  expect(describeDone(sent(operation, body), 'UTC')).toBe(words)
})

/** The sentences in English. */
function customerText(...given: Parameters<typeof whatToTell>): string | null {
  const parts = whatToTell(...given)
  return parts && replyBody(wordingIn('en'), parts)
}

const locales = Object.keys(replyLocales) as ReplyLocale[]
const sentAt = '2025-05-14T14:06:41Z'
const soon = Date.parse(sentAt) + 1000
const subscription = { status: 'active', autoChargeStatus: true, endDate: '2025-06-30T14:55:00+00:00', isTokenized: true }

type Case = {
  operation: string
  body: object
  before?: object
  tokens?: Record<string, boolean>
  answer?: object | null
  now?: number
}

/** What the customer is told after a command on a subscription, in English. */
function textFor(given: Case): string | null {
  const parts = partsFor(given)
  return parts && replyBody(wordingIn('en'), parts)
}

/** The same as sentences of any language: foretold from what was known, and done. */
function partsFor({ operation, body, before = subscription, tokens = {}, answer = {}, now = soon }: Case) {
  const things = Object.fromEntries(Object.entries(tokens).map(([id, isEnabled]) => [id, knownOf({ isEnabled })]))
  const situation = { known: knownOf({ ...before }), now: new Date(sentAt), zone: 'UTC', tokens: things }
  const effect = predict(rules[operation as CommandName], { params: ofSubscription, body }, situation)
  const action = { operation, request: { params: ofSubscription, body }, at: sentAt, effect, undoneBy: null, since: null }
  return whatToTell(action, answer === null ? undefined : { data: { ...before, ...setBy(body), ...answer } }, {
    zone: 'UTC',
    now,
  })
}

/** What the service answers of the field that a command sets. */
function setBy(body: { autochargeStatus?: boolean; expirationDate?: string }): object {
  if (body.autochargeStatus !== undefined) return { autoChargeStatus: body.autochargeStatus }
  return body.expirationDate === undefined ? {} : { endDate: `${body.expirationDate}T00:00:00Z` }
}

const turnOff = { operation: 'changeAutochargeStatus', body: { autochargeStatus: false, reason: 'Asked' } }
const turnOn = { operation: 'changeAutochargeStatus', body: { autochargeStatus: true } }
const move = { operation: 'changeExpirationDate', body: { expirationDate: '2025-07-31', reason: 'Asked' } }
const renew = { operation: 'changeExpirationDate', body: { expirationDate: '2025-05-14', reason: 'Asked' } }
const off = { ...subscription, autoChargeStatus: false }

describe('what the customer is told', () => {
  it('after a moved end date is that it ends where autocharge is off, and that it renews where it is on', () => {
    expect(textFor({ ...move, before: off })).toBe(
      'Your subscription now ends on 31 July 2025. We didn’t charge you for this change.',
    )
    expect(textFor(move)).toBe(
      'Your subscription is now set to renew around 31 July 2025. We expect to charge your payment method then. We didn’t charge you for this change.',
    )
  })

  it('promises neither end nor charge where autocharge or token is not known', () => {
    const { isTokenized: _, autoChargeStatus: __, ...unknown } = subscription
    expect(textFor({ ...move, before: unknown })).toMatch(/^Your subscription’s end date is now 31 July 2025\./)
    expect(textFor({ ...move, before: { ...unknown, autoChargeStatus: true } })).toContain('may then be charged')
  })

  it('promises no charge where no token is active', () => {
    const disabled = { 1: false, 2: false }
    expect(textFor({ ...move, tokens: disabled })).toContain('can’t renew unless you add a payment method')
    expect(textFor({ ...turnOn, before: off, tokens: disabled })).toContain('None of your payment methods can be charged')
    expect(textFor({ ...renew, tokens: disabled })).toContain('None of your payment methods can be charged')
  })

  it('promises access only to an active subscription, until the day that was answered, in the zone of the account', () => {
    expect(textFor(turnOff)).toBe('Your subscription won’t renew automatically. You’ll have access until 30 June 2025.')
    expect(textFor({ ...turnOff, before: { ...subscription, endDate: '2025-05-01T00:00:00Z' } })).not.toContain('access')
    for (const status of ['expired', 'frozen', 'blocked', 'disabled', 'suspended', 'paused'])
      expect(textFor({ ...turnOff, before: { ...subscription, status } })).toBe('Your subscription won’t renew automatically.')
  })

  it('is nothing of a renewal where the subscription has ended for good', () => {
    for (const status of ['disabled', 'suspended']) expect(textFor({ ...turnOn, before: { ...off, status } })).toBeNull()
  })

  it('is nothing where the answer is not what was asked, where it was undone, and where its time has passed', () => {
    expect(textFor({ ...turnOff, answer: { autoChargeStatus: true } })).toBeNull()
    expect(textFor({ ...renew, now: soon + 6 * 60_000 })).not.toContain('Expect a charge') // it may have been made by then
    expect(textFor({ ...renew, now: soon + 31 * 60_000 })).toBeNull()
    expect(textFor({ ...move, now: Date.parse('2025-08-02T00:00:00Z') })).toBeNull()
    const undone = {
      operation: 'disableToken',
      request: { params: {}, body: {} },
      at: sentAt,
      effect: null,
      undoneBy: 'x',
      since: null,
    }
    for (const since of ['x', null])
      expect(whatToTell({ ...undone, undoneBy: null, since }, undefined, { zone: 'UTC', now: soon }) === null).toBe(since === 'x')
    expect(whatToTell(undone, undefined, { zone: 'UTC', now: soon })).toBeNull()
  })

  it('is never that access or subscription ends on a day, or that nothing renews, where autocharge is on and a token active', () => {
    const maybe = fc.constantFrom(true, false, null, undefined)
    const facts = fc.record({
      status: fc.constantFrom('active', 'active', 'expired', 'frozen', 'blocked', 'disabled', 'suspended', 'paused', undefined),
      autoChargeStatus: maybe,
      isTokenized: maybe,
      endDate: fc.constantFrom('2025-06-30T14:55:00+00:00', '2025-05-01T00:00:00Z', '2025-05-14T20:00:00Z', null, undefined),
    })
    const cases = fc.record({
      command: fc.constantFrom(turnOff, turnOn, move, renew),
      before: facts,
      answer: fc.option(facts),
      tokens: fc.dictionary(fc.constantFrom('1', '2', '3'), fc.boolean()),
      later: fc.integer({ min: 0, max: 120 * 86_400_000 }),
    })
    const seen = { renews: 0, ends: 0, access: 0, charge: 0 }
    fc.assert(
      fc.property(cases, ({ command, before, answer, tokens, later }) => {
        const parts = partsFor({ ...command, before, answer: answer === null ? null : given(answer), tokens, now: soon + later })
        const says = (...keys: ReplyKey[]) => (parts ?? []).some(({ key }) => keys.includes(key))
        // Each language says every sentence: none lacks its fact.
        for (const locale of locales)
          for (const { key, facts } of parts ?? []) expect(replySentence(wordingIn(locale), key, facts)).not.toBeNull()
        const set = setBy(command.body) as { autoChargeStatus?: boolean }
        const autocharge = given(answer).autoChargeStatus ?? set.autoChargeStatus ?? before.autoChargeStatus ?? null
        const enabled = Object.values(tokens)
        const none = before.isTokenized === false || (enabled.length > 0 && enabled.every((each) => !each))
        const ends = says('nowEnds', 'accessUntil', 'accessUntilItEnds', 'renewalOff')
        const charge = says('thenCharged', 'chargeExpected')
        if (ends) expect(autocharge).toBe(false)
        if (says('nowRenews', 'renewsAround', 'renewalOn')) expect(autocharge).toBe(true)
        if (charge && command !== renew) expect([autocharge, none]).toEqual([true, false])
        if (charge) expect(none).toBe(false)
        if (says('accessUntil', 'accessUntilItEnds')) expect(given(answer).status ?? before.status).toBe('active')
        seen.renews += Number(says('nowRenews', 'renewsAround'))
        seen.ends += Number(ends)
        seen.access += Number(says('accessUntil', 'accessUntilItEnds'))
        seen.charge += Number(charge)
      }),
      { numRuns: 8000 },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
  })
})

test('an end date of the next day, sent in the last minute before midnight, is told as the renewal it may be', () => {
  const late = { ...sent('changeExpirationDate', { expirationDate: '2025-05-15' }), at: '2025-05-14T23:59:30Z' }
  const now = Date.parse(late.at) + 1000
  expect(describeDone(late, 'UTC')).toBe('Renewal triggered')
  expect(customerText({ ...late, effect: null, undoneBy: null, since: null }, undefined, { zone: 'UTC', now })).toContain(
    'Expect a charge',
  )
})

/** The fields that an answer tells. */
const given = (facts: Record<string, unknown> | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts ?? {}).filter(([, value]) => value !== undefined && value !== null))

describe('an answer that shows another value than was asked for', () => {
  const downgrade = { operation: 'downgradeSubscription', body: { productId: 'cloud' } }
  it.each<[string, Case]>([
    ['the product of before', { ...downgrade, before: { ...subscription, product: 'Pro' }, answer: { product: { id: 'pro' } } }],
    ['the end date of before', { ...move, answer: { endDate: subscription.endDate } }],
    ['autocharge on', { ...turnOff, answer: { autoChargeStatus: true } }],
    [
      'another end date, though the one that was asked for was known already',
      { ...move, before: { ...subscription, endDate: '2025-07-31T10:00:00Z' }, answer: { endDate: '2025-08-31T10:00:00Z' } },
    ],
  ])('leaves nothing to tell: %s', (_, given) => {
    expect(textFor(given)).toBe(null)
  })
})

it.each(['frozen', 'blocked'])('names no day on which one that is %s renews', (status) => {
  const keys = partsFor({ ...turnOn, before: { ...off, status } })?.map(({ key }) => key)
  expect(keys).toEqual(['renewalOn'])
})
