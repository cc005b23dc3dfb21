import { describe, expect, it } from 'vitest'
import { statusWarnings, subscriptionIn, tokensIn, tokenWarnings } from './known-subscription'
import { active, knownOf, observedAt, situationOf } from './situation-for-tests'

const { now } = situationOf({})

describe('a subscription', () => {
  it('is over from the very moment of its end date on', () => {
    const at = (endDate: string) => subscriptionIn(knownOf({ ...active, endDate }), now, 'UTC').over
    expect([at('2026-05-14T12:06:00.001Z'), at('2026-05-14T12:06:00Z'), at('2026-05-14T12:05:59.999Z')]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('has the day of its end in the zone of the account', () => {
    const known = knownOf({ ...active, endDate: '2026-06-30T23:30:00Z' })
    expect(subscriptionIn(known, now, 'Europe/Berlin').end).toEqual({
      moment: Date.parse('2026-06-30T23:30:00Z'),
      day: '2026-07-01',
      words: '1 Jul 2026',
    })
  })

  it('of which nothing is known is not said to be anything', () => {
    expect(subscriptionIn({}, now, 'UTC')).toEqual({
      status: null,
      autocharge: null,
      tokens: 'unknown',
      end: null,
      over: false,
      ended: false,
    })
  })

  it('that is frozen without a day is warned of without one', () => {
    const words = 'The subscription is frozen. Its end date may move when it unfreezes. The service may refuse this.'
    expect(statusWarnings(knownOf({ status: 'frozen' }), 'UTC')).toEqual([words])
    expect(statusWarnings(knownOf({ status: 'frozen', freezeDetails: { unfreezeAt: 'soon' } }), 'UTC')).toEqual([words])
  })

  it.each([undefined, 7, 'active', 'expired'])('with the status %j is not warned of for it', (status) => {
    expect(statusWarnings(knownOf({ status }), 'UTC')).toEqual([])
  })
})

describe('what the service says of a subscription’s tokens', () => {
  const earlier = '2026-05-14T12:00:00.000Z'
  const later = '2026-05-14T12:05:00.000Z'
  const of = (value: unknown, source: 'action' | 'read', at: string) => ({
    7: { isEnabled: { value, source, observedAt: at, operation: 'enableToken', person: null } },
  })
  const none = knownOf({ isTokenized: false })

  it.each([
    ['a token was enabled here since', of(true, 'action', later), 'active'],
    ['a token was enabled here before', of(true, 'action', earlier), 'none'],
    ['a token was enabled here at that moment', of(true, 'action', observedAt), 'none'],
    ['a token was disabled here since', of(false, 'action', later), 'none'],
    ['a token was seen enabled since', of(true, 'read', later), 'none'],
    ['of a token nothing is known', { 7: {} }, 'none'],
    ['no token is known', {}, 'none'],
  ])('that none is active: where %s it counts as %s', (_, tokens, state) => {
    expect(tokensIn(none, tokens)).toBe(state)
  })

  it('is missing: then the buyer’s tokens tell', () => {
    expect(tokensIn({}, of(true, 'action', earlier))).toBe('active')
    expect(tokensIn({}, of(false, 'read', earlier))).toBe('none')
    expect(tokensIn({}, { 7: {}, 8: of(false, 'read', earlier)[7] })).toBe('unknown')
  })

  it('is the reason that is given for a charge to fail, where there is one', () => {
    expect(tokenWarnings(none, {})).toEqual(['No active token is linked to this subscription. Expect charges to fail.'])
    expect(tokenWarnings({}, of(false, 'read', earlier))).toEqual([
      'Every token we know for this buyer is disabled. Expect charges to fail.',
    ])
    expect(tokenWarnings({}, of(true, 'read', earlier))).toEqual([])
  })
})
