import { describe, expect, it } from 'vitest'
import { answersOf } from './guide'
import { isReply } from './playbook'
import { type Answer, askedFor, at, question, refund, reply, subscription, text } from './ticket-for-tests'

describe('the steps of a cancellation', () => {
  const off = { subscription: 's-1', autocharge: 'off' }

  it('take the only subscription that runs, and turn its autocharge off at the end', () => {
    const first = question('cancel', {})
    expect([first.name, first.preselected, first.assumed?.[0]?.says]).toEqual([
      'autocharge',
      'off',
      'Northwind Plus, the only one that hasn’t ended.',
    ])
    expect(first.asks).toBe('Turn off autocharge? The buyer keeps access until 5 Jan 2027.')
    const { acts } = reply('cancel', { autocharge: 'off' })
    expect(acts).toMatchObject([{ kind: 'command', verb: 'autochargeOff', subscription: { id: 's-1' }, nothing: null }])
  })

  it('ask which of several that run', () => {
    const several = { subscriptions: [subscription(true), subscription(true, { id: 's-2' })] }
    expect(question('cancel', {}, several).choices.map(({ answer }) => answer)).toEqual(['s-1', 's-2', 'none'])
  })

  it('offer charges for money back, and ask for both at the end', () => {
    const money = { ...off, autocharge: 'refund' }
    expect(question('cancel', money).choices.map(({ answer }) => answer)).toEqual(['o-1 c-1', 'none'])
    const { preselected, parts } = question('cancel', { ...money, charge: 'o-1 c-1' })
    expect([preselected, parts.map(({ key }) => key)]).toEqual(['42.84', ['renewsNoMore', 'accessUntil']])
    const { acts } = reply('cancel', { ...money, charge: 'o-1 c-1', amount: '42.84' })
    expect(acts.map(({ key }) => key)).toEqual(['off s-1', 'refund'])
  })

  it('say that it is off only where the facts do', () => {
    const still = reply('cancel', off)
    expect([text(still).includes('won’t renew'), still.gaps.length]).toEqual([false, 1])
    const done = reply('cancel', off, { subscriptions: [subscription(false)] })
    expect(text(done)).toContain('Your Northwind Plus subscription won’t renew automatically.')
    expect(text(done)).toContain('until 5 January 2027')
    expect([done.gaps, done.acts[0]?.nothing]).toEqual([[], 'Autocharge is already off.'])
  })

  it('go on where the service lists no subscriptions, and say so', () => {
    const first = question('cancel', {}, { subscriptions: null })
    expect([first.actions, first.choices]).toMatchObject([[{ kind: 'by-id' }], [{ answer: 'none' }]])
    expect(reply('cancel', { subscription: 'none', charge: 'no' }, { subscriptions: null }).gaps).toHaveLength(1)
  })
})

describe('the steps of a cancellation of what is over', () => {
  const over = (status: string, autocharge: boolean | null) => ({
    subscriptions: [subscription(autocharge, { status, endDate: '2026-10-05T10:00:00+00:00' })],
  })
  const chosen = { subscription: 's-1' }

  it('offer the subscription, and what is left to do', () => {
    expect(question('cancel', {}, over('expired', true)).choices[0]).toMatchObject({
      answer: 's-1',
      aside: 'expired, autocharge on',
    })
    const on = question('cancel', chosen, over('expired', true))
    expect(on.asks).toMatch(/expired on 5 Oct 2026, so there’s nothing to cancel\. Autocharge is on, so it may still renew/)
    expect(on.choices.map(({ answer }) => answer)).toEqual(['off', 'refund', 'kept'])
    expect(question('cancel', chosen, over('expired', false)).asks).toContain('Autocharge is off, so it won’t renew')
    expect(question('cancel', chosen, over('expired', null)).asks).toContain('assume it may still renew')
    expect(question('cancel', chosen, { ...over('expired', true), enabled: [false] }).asks).toContain('once a token is enabled')
    expect(question('cancel', chosen, over('suspended', false)).asks).toContain('There’s nothing to cancel')
  })

  it('keep what has nothing to do in the list, with its reason', () => {
    const answers = { ...chosen, autocharge: 'off' }
    expect(reply('cancel', answers, over('expired', false)).acts).toMatchObject([{ nothing: 'Autocharge is already off.' }])
    expect(reply('cancel', answers, over('suspended', true)).acts).toMatchObject([
      { nothing: 'The subscription is suspended and can’t renew.' },
    ])
  })

  it('lead on to a refund, and to a reply that promises no access', () => {
    expect(question('cancel', { ...chosen, autocharge: 'refund' }, over('expired', false)).choices[0]?.answer).toBe('o-1 c-1')
    const replied = reply('cancel', { ...chosen, autocharge: 'off' }, over('expired', false))
    expect(text(replied)).toContain('has already ended. Your Northwind Plus subscription won’t renew automatically.')
    expect(text(replied)).not.toContain('access until')
    expect(reply('cancel', { ...chosen, autocharge: 'off' }, over('expired', true)).gaps).toEqual([
      expect.stringContaining('couldn’t confirm'),
    ])
  })
})

describe('what was not read', () => {
  const missing = {
    history: 'The charge history didn’t load.',
    subscriptions: 'Subscriptions didn’t load.',
    refunds: 'Refund requests didn’t load.',
  }

  it('is said beside the question and the choices, and is not none', () => {
    const first = question('refund', {}, { orders: [], missing })
    expect([first.checks[0]?.says, first.choices[0]?.aside]).toEqual([missing.history, missing.history])
    const { checks } = question('refund', { charge: 'o-1 c-1' }, { missing })
    expect(checks.map(({ says }) => says).join()).not.toMatch(/nothing so far|none for this buyer/)
    expect(question('cancel', {}, { subscriptions: null, missing }).checks[0]?.says).toBe(missing.subscriptions)
    expect(question('cancel', { subscription: 's-1' }, { subscriptions: null, missing }).asks).toBe(missing.subscriptions)
  })

  it('is no refusal of a refund, and no promise that payments stay as they are', () => {
    const refused = { charge: 'o-1 c-1', amount: 'none' }
    expect(reply('refund', refused, { missing }).parts.map(({ key }) => key)).toEqual(['chargeIs'])
    const chosen = { subscription: 'none', charge: 'o-1 c-1' }
    const lostSight = reply('cancel', chosen, { orders: [], missing })
    expect([lostSight.parts, lostSight.gaps.at(-1)]).toEqual([[], expect.stringContaining(missing.history)])
    expect(reply('renewal', { order: 'o-2 c-0', want: 'leave' }, { subscriptions: null, missing }).gaps).toEqual([
      expect.stringContaining(missing.subscriptions),
    ])
  })
})

describe('the steps of a refund', () => {
  const answers = { charge: 'o-1 c-1', amount: '42.84', why: 'mistake', autocharge: 'kept' }

  it('ask for what is left of the charge, with its reason', () => {
    const { choices, checks } = question('refund', { charge: 'o-1 c-1' })
    expect(choices.map(({ answer }) => answer)).toEqual(['42.84', 'other', 'none'])
    expect(checks).toContainEqual({ term: 'Requested', says: 'nothing so far' })
    expect(reply('refund', { ...answers, amount: '12.50' }).acts).toMatchObject([
      { kind: 'refund', orderId: 'o-1', chargeId: 'c-1', amount: '12.50', currency: 'EUR', reason: 'Bought by mistake' },
    ])
  })

  it('ask about autocharge only where it would charge again, and turn it off together with the request', () => {
    const { autocharge: _, ...open } = answers
    expect(question('refund', open).name).toBe('autocharge')
    expect(question('refund', { ...open, why: 'renewal' }).preselected).toBe('off')
    expect(isReply(at('refund', open, { subscriptions: [subscription(false)] }))).toBe(true)
    expect(reply('refund', { ...answers, autocharge: 'off' }).acts.map(({ key }) => key)).toEqual(['refund', 'off s-1'])
  })

  it('name the product, and tell of a request only where there is one, as it stands', () => {
    const nothing = reply('refund', answers)
    expect([text(nothing).includes('Northwind Plus'), nothing.gaps]).toEqual([true, [expect.stringContaining('No refund')]])
    expect(text(reply('refund', answers, { refunds: [refund] }))).toContain('We’ve requested a refund of 42.84 EUR')
    expect(text(reply('refund', answers, { refunds: [{ ...refund, state: 'done' }] }))).toContain('We’ve refunded 42.84 EUR')
  })

  it('choose no charge again whose refund is open, or of which nothing is left', () => {
    const disabled = (state: typeof refund.state, at = '2026-11-22T06:21:40Z') =>
      question('refund', {}, { refunds: [askedFor(at, { state })] }).choices[0]?.disabledBecause
    expect(disabled('waiting')).toBe('refund requested at 06:21')
    expect(disabled('approved', '2026-11-20T06:21:40Z')).toBe('refund requested on 20 Nov at 06:21')
    expect(disabled('done')).toBe('refunded in full')
    expect(disabled('refused')).toBeUndefined()
  })

  it('refuse one in words where none is due', () => {
    expect(text(reply('refund', { charge: 'o-1 c-1', amount: 'none' }))).toContain('can’t refund 42.84 EUR')
  })
})

describe('the steps of Unrecognised charge', () => {
  it('explain the charge from its facts', () => {
    const { checks } = question('charge', { charge: 'o-1 c-1' })
    expect(checks).toContainEqual({ term: 'Statement', says: 'NW-BILL' })
    expect(text(reply('charge', { charge: 'o-1 c-1', theirs: 'yes' }))).toBe(
      'Hello,\n\nThe payment of 42.84 EUR on 2 November 2026 was for Northwind Plus. It appears on your statement as “NW-BILL”. You paid with visa ending in 0119.\n\nKind regards',
    )
  })

  it('offer what stops it where it is not theirs', () => {
    const stop = question('charge', { charge: 'o-1 c-1', theirs: 'no' })
    expect(stop.choices.map(({ answer }) => answer)).toEqual(['done', 'refund', 'off', 'nothing'])
    const stopped = reply('charge', { charge: 'o-1 c-1', theirs: 'no', stopped: 'done' })
    expect(stopped.acts.map(({ kind }) => kind)).toEqual(['command', 'refund'])
    expect(text(stopped)).toContain('you don’t know what this payment is for')
    expect(reply('charge', { charge: 'o-1 c-1', theirs: 'no', stopped: 'nothing' }).acts).toEqual([])
  })
})

describe('the steps of A cheaper plan', () => {
  const listed = {
    plans: [{ id: 'p-0', name: 'Northwind Mini', term: '1 month', months: 1, price: '5.45', monthly: '5.45' }],
    currency: 'EUR',
  }
  const plans = new Map([['s-1', listed]])

  it('offer the lower plans with their prices, and move the subscription at the end', () => {
    const { choices, assumed } = question('plan', {}, { plans })
    expect(choices).toMatchObject([
      { answer: 'p-0', words: 'Northwind Mini 1 month', amount: { amount: '5.45', currency: 'EUR' } },
      { answer: 'none' },
    ])
    expect(assumed?.[0]?.name).toBe('subscription')
    const chosen = reply('plan', { plan: 'p-0' }, { plans })
    expect(chosen.acts).toMatchObject([{ verb: 'downgrade', values: { productId: 'p-0' }, nothing: null }])
    expect([chosen.parts, chosen.gaps.length]).toEqual([[], 1])
  })

  it('say that it is moved once it is, and open the dialog where no plan is listed', () => {
    const moved = [subscription(true, { product: { id: 'p-0', name: 'Northwind Mini 1 month' } })]
    expect(text(reply('plan', { plan: 'p-0' }, { plans, subscriptions: moved }))).toContain('to Northwind Mini 1 month.')
    const yearly = { ...listed.plans[0], id: 'p-9', months: 12, price: '60.00', monthly: '5.00' } as (typeof listed.plans)[0]
    const other = question('plan', {}, { plans: new Map([['s-1', { ...listed, plans: [yearly] }]]) })
    expect(other.choices[0]?.aside).toBe('5.00 EUR a month')
    const coming = question('plan', {}, { isReadingPlans: true })
    expect([coming.choices, coming.actions, coming.checks.at(-1)?.says]).toEqual([[], [], 'loading…'])
    expect(question('plan', {}).actions).toMatchObject([{ kind: 'command', verb: 'downgrade' }])
    const over = [subscription(false, { status: 'expired' })]
    expect(reply('plan', { subscription: 's-1' }, { subscriptions: over }).gaps[0]).toContain('no running subscription')
  })
})

it('the steps of a failed renewal offer what came to nothing, and lead to a payment link', () => {
  expect(question('renewal', {}).choices.map(({ answer }) => answer)).toEqual(['o-2 c-0', 'none'])
  expect(question('renewal', { order: 'o-2 c-0', want: 'other' }).actions).toEqual([
    { kind: 'page', href: '/orders/new?buyer=b', words: 'Create payment link' },
  ])
  expect(text(reply('renewal', { order: 'o-2 c-0', want: 'bank' }))).toContain('You weren’t charged.')
})

it('an answer that is taken back is gone, and something done between leaves the answers alone', () => {
  const answered = (question: string, answer: string) => ({ kind: 'answered' as const, question, answer, words: answer })
  const other = (kind: 'back' | 'acted') => ({ kind, question: null, answer: null, words: null })
  const steps = [answered('a', '1'), answered('b', '2'), other('acted'), other('back'), answered('b', '3')]
  expect(answersOf(steps).map(({ question, answer }) => question + answer)).toEqual(['a1', 'b3'])
})

it('a subscription that the service names nothing of is spoken of without a name', () => {
  const unnamed = (autocharge: boolean) => ({
    subscriptions: [subscription(autocharge, { id: '1a2b3c4d5e6f', product: { id: 'p-1' } })],
  })
  const keysOf = (answers: Answer, autocharge: boolean) =>
    reply('cancel', answers, unnamed(autocharge)).parts.map(({ key }) => key)
  expect(keysOf({ autocharge: 'off' }, false)).toContain('renewalOff')
  expect(keysOf({ autocharge: 'kept' }, true)).toEqual(['renewalOn'])
})
