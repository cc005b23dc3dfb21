import { describe, expect, it } from 'vitest'
import { answersOf } from './guide'
import { isReply } from './playbook'
import { at, question, refund, reply, subscription, text } from './ticket-for-tests'

describe('the steps of a cancellation', () => {
  it('prefill turning autocharge off, and offer charges for money back', () => {
    expect(question('cancel', {}).choices.map(({ answer }) => answer)).toEqual(['s-1', 'none'])
    const off = question('cancel', { subscription: 's-1' })
    expect(off.actions).toMatchObject([{ kind: 'command', verb: 'autochargeOff', subscription: { id: 's-1' } }])
    expect(question('cancel', { subscription: 's-1', autocharge: 'off' }).choices.map(({ answer }) => answer)).toEqual([
      'no',
      'o-1 c-1',
      'none',
    ])
  })

  it('say that it is off only where the facts do', () => {
    const answers = { subscription: 's-1', autocharge: 'off', charge: 'no' }
    const still = reply('cancel', answers)
    expect([text(still).includes('won’t renew'), still.gaps.length]).toEqual([false, 1])
    const off = reply('cancel', answers, { subscriptions: [subscription(false)] })
    expect(text(off)).toContain('Your Northwind Plus subscription won’t renew automatically.')
    expect(text(off)).toContain('until 5 January 2027')
    expect(off.gaps).toEqual([])
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
    expect(on.actions).toMatchObject([{ kind: 'command', verb: 'autochargeOff' }])
    const off = question('cancel', chosen, over('expired', false))
    expect([off.asks, off.actions]).toEqual([expect.stringContaining('Autocharge is off, so it won’t renew'), []])
    expect(question('cancel', chosen, over('expired', null)).asks).toContain('assume it may still renew')
    expect(question('cancel', chosen, { ...over('expired', true), enabled: [false] }).asks).toContain('once a token is enabled')
    expect(question('cancel', chosen, over('suspended', false)).actions).toEqual([])
  })

  it('lead on to a refund, and to a reply that promises no access', () => {
    const answers = { ...chosen, autocharge: 'off' }
    expect(question('cancel', answers, over('expired', false)).choices.map(({ answer }) => answer)).toContain('o-1 c-1')
    const replied = reply('cancel', { ...answers, charge: 'no' }, over('expired', false))
    expect(text(replied)).toContain('has already ended. Your Northwind Plus subscription won’t renew automatically.')
    expect(text(replied)).not.toContain('access until')
    expect(reply('cancel', { ...answers, charge: 'no' }, over('expired', true)).gaps).toEqual([
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
    const refused = { charge: 'o-1 c-1', why: 'twice', requested: 'no', autocharge: 'kept' }
    expect(reply('refund', refused, { missing }).parts).toEqual([])
    const chosen = { subscription: 'none', charge: 'o-1 c-1' }
    const lostSight = reply('cancel', chosen, { orders: [], missing })
    expect([lostSight.parts, lostSight.gaps.at(-1)]).toEqual([[], expect.stringContaining(missing.history)])
    expect(reply('renewal', { order: 'o-2 c-0', want: 'leave' }, { subscriptions: null, missing }).gaps).toEqual([
      expect.stringContaining(missing.subscriptions),
    ])
  })
})

describe('the steps of a refund', () => {
  const answers = { charge: 'o-1 c-1', why: 'twice', requested: 'yes', autocharge: 'kept' }

  it('prefill the request for the charge with its reason', () => {
    const { actions, checks } = question('refund', { charge: 'o-1 c-1', why: 'twice' })
    expect(actions).toEqual([{ kind: 'refund', orderId: 'o-1', chargeId: 'c-1', reason: 'Paid twice' }])
    expect(checks).toContainEqual({ term: 'Requested', says: 'nothing so far' })
  })

  it('ask about autocharge only where it would charge again', () => {
    expect(question('refund', { charge: 'o-1 c-1', why: 'twice', requested: 'yes' }).name).toBe('autocharge')
    expect(
      isReply(at('refund', { charge: 'o-1 c-1', why: 'twice', requested: 'yes' }, { subscriptions: [subscription(false)] })),
    ).toBe(true)
  })

  it('tell of a request only where there is one, as it stands', () => {
    expect(reply('refund', answers)).toMatchObject({
      parts: [],
      gaps: [expect.stringContaining('No refund')],
    })
    expect(text(reply('refund', answers, { refunds: [refund] }))).toContain('We’ve requested a refund of 42.84 EUR')
    expect(text(reply('refund', answers, { refunds: [{ ...refund, state: 'done' }] }))).toContain('We’ve refunded 42.84 EUR')
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
    expect(stop.actions.map(({ kind }) => kind)).toEqual(['refund', 'command'])
    expect(text(reply('charge', { charge: 'o-1 c-1', theirs: 'no', stopped: 'done' }))).toContain(
      'you don’t recognise this payment',
    )
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
