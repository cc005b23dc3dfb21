import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence'
import { violations } from './judge'
import type { Delivery } from './witness'

const delivery = (number: number, actionId: string | null, more: Partial<Delivery> = {}): Delivery => ({
  ...{ number, operation: 'disableToken', target: 'token:1', body: { chargeMethodTokenId: 1 }, actionId },
  ...more,
})
const entries = (actionId: string, from: number, ...states: string[]) =>
  [null, ...states].map((state, at) => ({
    ...{ seq: from + at, actionId, state },
    kind: at === 0 ? 'intent' : at === 1 ? 'outcome' : 'late-outcome',
  }))
const told = (actionId: string, outcome: Evidence['told'][number]['outcome'], isReplayed = false) => ({
  ...{ actionId, outcome, isReplayed, status: 200, code: null },
})
const received = (number: number | null, isApplied = true) => ({ delivery: number, operation: 'disableToken', isApplied })

/** Two people at one token, one after the other: what nobody can find fault with. */
const sound: Evidence = {
  deliveries: [delivery(1, 'a'), delivery(2, 'b', { operation: 'enableToken' })],
  received: [received(1), received(2)],
  actions: [
    { actionId: 'a', state: 'done' },
    { actionId: 'b', state: 'done' },
  ],
  entries: [...entries('a', 1, 'done'), ...entries('b', 3, 'done')],
  told: [told('a', 'done'), told('b', 'lost'), told('b', 'done', true)],
  world: new Map([['token:1 isEnabled', true]]),
  verdict: { whole: true, entries: 4, head: '' },
  found: [],
  unforeseen: [],
}

test('what holds is not complained of', () => expect(violations(sound)).toEqual([]))

test('what was told unconfirmed may turn out never to have been sent', () => {
  const late: Partial<Evidence> = {
    ...{ deliveries: [], received: [], told: [told('a', 'unconfirmed')], world: new Map() },
    actions: [{ actionId: 'a', state: 'not-sent' }],
    entries: entries('a', 1, 'unconfirmed', 'not-sent'),
  }
  expect(violations({ ...sound, ...late })).toEqual([])
})

describe('what does not hold is named', () => {
  const unconfirmed: Partial<Evidence> = {
    actions: [
      { actionId: 'a', state: 'unconfirmed' },
      { actionId: 'b', state: 'done' },
    ],
    entries: [...entries('a', 1, 'unconfirmed'), ...entries('b', 3, 'done')],
    told: [told('a', 'unconfirmed')],
  }

  test.each<[string, Partial<Evidence>, RegExp]>([
    [
      'a command without an intent',
      { deliveries: [delivery(1, null), delivery(2, 'b', { operation: 'enableToken' })] },
      /earlier committed intent/,
    ],
    ['a command past the line', { received: [...sound.received, received(null)] }, /earlier committed intent/],
    [
      'two deliveries of one action',
      { deliveries: [...sound.deliveries, delivery(3, 'b', { operation: 'enableToken' })] },
      /^At most one delivery/,
    ],
    [
      'done that was not applied',
      { received: [received(1, false), received(2)] },
      /^Done means applied: a was received and not applied/,
    ],
    ['done that never arrived', { received: [received(2)] }, /^Done means applied: a was never received/],
    [
      'refused that was applied',
      { actions: [{ actionId: 'a', state: 'refused' }, ...sound.actions.slice(1)], told: [] },
      /^Refused and not-sent mean not applied/,
    ],
    [
      'an action without an end',
      { actions: [...sound.actions, { actionId: 'c', state: 'sent' }], entries: [...sound.entries, ...entries('c', 5)] },
      /c is still open/,
    ],
    [
      'two ends',
      { entries: [...sound.entries, { seq: 5, kind: 'outcome', actionId: 'a', state: 'done' }] },
      /a has “intent outcome outcome”/,
    ],
    ['an end without a beginning', { entries: sound.entries.slice(1) }, /a has “outcome”/],
    ['a done that was told and not written', { told: [told('c', 'done')] }, /c was told done, it is nothing/],
    [
      'an answer that changes when it is repeated',
      { told: [told('a', 'not-sent', true)] },
      /a was told not-sent again, it is done/,
    ],
    [
      'another state than the last done',
      { world: new Map([['token:1 isEnabled', false]]) },
      /token:1 isEnabled is false, not true/,
    ],
    ['a broken chain', { verdict: { whole: false, seq: 3, why: 'entry 3 is missing' } }, /broken at 3/],
    ['a secret that is shown (A40)', { found: ['"x" stands in the log'] }, /stands in the log/],
    ['an answer nobody foresaw', { unforeseen: ['GET / was answered 500'] }, /answered 500/],
  ])('%s', (_, planted, sentence) => {
    expect(violations({ ...sound, ...planted })).toContainEqual(expect.stringMatching(sentence))
  })

  test('but after an unconfirmed action both states are possible', () => {
    const after = (isEnabled: boolean) =>
      violations({ ...sound, ...unconfirmed, world: new Map([['token:1 isEnabled', isEnabled]]) })
    expect([after(true), after(false)]).toEqual([[], []])
  })

  test('unless the service never applied the unconfirmed one', () => {
    const world = new Map([['token:1 isEnabled', false]])
    expect(violations({ ...sound, ...unconfirmed, received: [received(1, false), received(2)], world })).toHaveLength(1)
  })
})
