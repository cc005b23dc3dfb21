import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence'
import { violations, withLikelyPairs } from './judge'
import type { Asking } from './reported-outcome'
import { type Delivery, mixedBy } from './witness'

const delivery = (number: number, actionId: string | null, more: Partial<Delivery> = {}): Delivery => ({
  number,
  operation: 'disableToken',
  target: 'token:1',
  body: { chargeMethodTokenId: 1 },
  actionId,
  at: 0,
  trouble: null,
  moment: null,
  answeredMs: 1,
  ...more,
})
const entries = (actionId: string, from: number, ...states: string[]) =>
  [null, ...states].map((state, index) => ({
    seq: from + index,
    at: 0,
    actionId,
    state,
    kind: index === 0 ? 'intent' : index === 1 ? 'outcome' : 'late-outcome',
  }))
const by = (more: Partial<Asking> = {}): Asking => ({ way: 'act', of: null, email: 'agent@demo.test', ...more })
const report = (actionId: string, outcome: Evidence['reported'][number]['outcome'], isReplayed = false) => ({
  actionId,
  outcome,
  isReplayed,
  status: 200,
  code: null,
  asked: by(),
})
const received = (number: number | null, isApplied = true) => ({
  delivery: number,
  operation: 'disableToken',
  isApplied,
  fault: null,
  isCut: false,
})

/** Two people at one token, one after the other: what nobody can find fault with. */
const sound: Evidence = {
  deliveries: [delivery(1, 'a'), delivery(2, 'b', { operation: 'enableToken' })],
  received: [received(1), received(2)],
  actions: [
    { actionId: 'a', state: 'done' },
    { actionId: 'b', state: 'done' },
  ],
  entries: [...entries('a', 1, 'done'), ...entries('b', 3, 'done')],
  reported: [report('a', 'done'), report('b', 'lost'), report('b', 'done', true)],
  world: new Map([['token:1 isEnabled', true]]),
  approvals: [],
  refunds: [],
  steps: [],
  charges: new Map(),
  broken: [],
  verdict: '',
  found: [],
  unforeseen: [],
}

test('what holds is not complained of', () => expect(violations(sound)).toEqual([]))

test('a connection that was used answers the very same read and nothing else', () => {
  const arrived = (method: string, before: string | null) => ({ method, path: '/a', head: '', body: '', at: 0, before })
  expect([mixedBy(arrived('POST', null)), mixedBy(arrived('GET', 'GET /a'))]).toEqual([[], []])
  const mixed = [arrived('GET', 'GET /b'), arrived('POST', 'GET /a'), arrived('POST', 'POST /a')].flatMap(mixedBy)
  expect(violations({ ...sound, mixed })).toEqual([
    'A connection answers one question: GET /a went out on one that had asked GET /b',
    'A connection answers one question: POST /a went out on one that had asked GET /a',
    'A connection answers one question: POST /a went out on one that had asked POST /a',
  ])
})

test('two deliveries of one request that nothing tells apart are counted for whichever action they can be of', () => {
  const [late, again] = [delivery(1, 'b', { answeredMs: null, trouble: 'torn', moment: 'swallowed' }), delivery(2, 'a')]
  const seen: Evidence = {
    ...sound,
    deliveries: [late, again],
    received: [received(2)],
    actions: [
      { actionId: 'a', state: 'unconfirmed' },
      { actionId: 'b', state: 'done' },
    ],
    entries: [...entries('a', 1, 'unconfirmed'), ...entries('b', 3, 'done')],
    reported: [report('a', 'unconfirmed'), report('b', 'done')],
    world: new Map([['token:1 isEnabled', false]]),
  }
  expect(violations(withLikelyPairs(seen))).toContain('Done means applied: b was never received')
  const fits = ['b', 'a']
  const alike = { ...seen, deliveries: [late, again].map((each) => ({ ...each, fits })) }
  expect(violations(withLikelyPairs(alike))).toEqual([])
  expect(violations(withLikelyPairs({ ...alike, received: [] }))).not.toEqual([])
})

test('what was told unconfirmed may turn out never to have been sent', () => {
  const late: Partial<Evidence> = {
    deliveries: [],
    received: [],
    reported: [report('a', 'unconfirmed')],
    world: new Map(),
    actions: [{ actionId: 'a', state: 'not-sent' }],
    entries: entries('a', 1, 'unconfirmed', 'not-sent'),
  }
  expect(violations({ ...sound, ...late })).toEqual([])
})

describe('what does not hold is named', () => {
  const unconfirmed: Partial<Evidence> = {
    deliveries: [delivery(1, 'a', { answeredMs: null }), delivery(2, 'b', { operation: 'enableToken' })],
    actions: [
      { actionId: 'a', state: 'unconfirmed' },
      { actionId: 'b', state: 'done' },
    ],
    entries: [...entries('a', 1, 'unconfirmed'), ...entries('b', 3, 'done')],
    reported: [report('a', 'unconfirmed')],
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
      { actions: [{ actionId: 'a', state: 'refused' }, ...sound.actions.slice(1)], reported: [] },
      /^Refused and not-sent mean not applied/,
    ],
    [
      'an action without an end',
      { actions: [...sound.actions, { actionId: 'c', state: 'sent' }], entries: [...sound.entries, ...entries('c', 5)] },
      /c is still open/,
    ],
    [
      'two ends',
      { entries: [...sound.entries, { seq: 5, at: 0, kind: 'outcome', actionId: 'a', state: 'done' }] },
      /a has “intent outcome outcome”/,
    ],
    ['an end without a beginning', { entries: sound.entries.slice(1) }, /a has “outcome”/],
    ['a done that was told and not written', { reported: [report('c', 'done')] }, /c was told done, it is nothing/],
    [
      'an answer that changes when it is repeated',
      { reported: [report('a', 'not-sent', true)] },
      /a was told not-sent again, it is done/,
    ],
    [
      'another state than the last done',
      { world: new Map([['token:1 isEnabled', false]]) },
      /token:1 isEnabled is false, not true/,
    ],
    [
      'a journal that is refused before anybody touched it',
      { reported: [...sound.reported, { ...report('c', 'not-sent'), code: 'journal_broken' }] },
      /refused 1 times/,
    ],
    ['a broken chain', { verdict: 'broken at 3' }, /broken at 3/],
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
