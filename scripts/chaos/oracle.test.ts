import { expect, test } from 'vitest'
import type { EntryRow, Evidence } from './evidence'
import { brokenIntentions } from './intentions'
import type { Asking } from './reported-outcome'
import { withoutSecondPerson } from './second-persons'
import { onceWritten, untruths } from './truths'
import type { Delivery } from './witness'

const nothing: Evidence = {
  deliveries: [],
  received: [],
  actions: [],
  entries: [],
  approvals: [],
  refunds: [],
  steps: [],
  reported: [],
  charges: new Map(),
  world: new Map(),
  verdict: '',
  found: [],
  unforeseen: [],
  broken: [],
}
const delivery = (number: number, actionId: string, more: Partial<Delivery> = {}): Delivery => ({
  number,
  actionId,
  operation: 'disableToken',
  target: 'token:1',
  body: {},
  at: 0,
  trouble: null,
  moment: null,
  answeredMs: 5,
  ...more,
})
const received = (number: number, more: { isApplied?: boolean; fault?: string } = {}) => ({
  delivery: number,
  operation: 'disableToken',
  isApplied: true,
  fault: null,
  isCut: false,
  ...more,
})
const by = (more: Partial<Asking> = {}): Asking => ({ way: 'act', of: null, email: 'agent@demo.test', ...more })
const report = (actionId: string, asked: Asking, code: string | null = null): Evidence['reported'][number] => ({
  actionId,
  asked,
  code,
  outcome: code === null ? 'done' : 'none',
  status: 200,
  isReplayed: false,
})
const entry = (seq: number, kind: string, actionId: string | null, more: Partial<EntryRow> = {}): EntryRow => ({
  seq,
  kind,
  at: 0,
  actionId,
  state: null,
  target: kind === 'intent' ? 'token:1' : null,
  ...more,
})
const done = (actionId: string) => ({ actionId, state: 'done' as const })

const undone: Partial<Evidence> = {
  deliveries: [delivery(1, 'b'), delivery(2, 'c')],
  actions: [done('a'), done('b'), done('c')],
  reported: [report('b', by({ way: 'undo', of: 'a' })), report('c', by({ way: 'undo', of: 'a' }))],
}

test('two undos of one action are one too many, and one after a refusal is not', () => {
  expect(brokenIntentions({ ...nothing, ...undone })).toEqual([
    'At most one delivery for each intention: the undo of a left as b and c',
  ])
  const refused: Evidence['actions'] = [done('a'), { actionId: 'b', state: 'refused' }, done('c')]
  expect(brokenIntentions({ ...nothing, ...undone, actions: refused })).toEqual([])
})

const crossing = [entry(1, 'intent', 'a'), entry(2, 'intent', 'b'), entry(3, 'outcome', 'a', { state: 'done' })]
const after = [entry(1, 'intent', 'a'), entry(2, 'outcome', 'a', { state: 'unconfirmed' }), entry(3, 'intent', 'b')]

test('a target is busy until the one before has its outcome, and unsettled until somebody says that they know', () => {
  expect(brokenIntentions({ ...nothing, entries: crossing })).toEqual([
    'One command at a time on a target: b was begun on token:1 while a was under way',
  ])
  expect(brokenIntentions({ ...nothing, entries: after })).toEqual([
    'What is unsettled is acknowledged first: b was begun on token:1 after a',
  ])
  const knowing = [report('b', by({ acknowledges: 'a' }))]
  expect(brokenIntentions({ ...nothing, entries: after, reported: knowing })).toEqual([])
  const settled = [...after.slice(0, 2), entry(3, 'settled', 'a'), entry(4, 'intent', 'b')]
  expect(brokenIntentions({ ...nothing, entries: settled })).toEqual([])
  expect(brokenIntentions({ ...nothing, entries: [...settled, entry(5, 'settled', 'a')] })).toEqual([
    'Only what is unconfirmed is settled, once: a was settled',
  ])
})

test('what did nothing doesn’t stand before what is unsettled, and only that is acknowledged', () => {
  const refused = [...after, entry(4, 'outcome', 'b', { state: 'refused' }), entry(5, 'intent', 'c')]
  const known = [...refused.slice(0, 4), entry(5, 'settled', 'a', { state: 'happened' }), entry(6, 'intent', 'c')]
  const asked = [report('b', by({ acknowledges: 'a' }))]
  const both = [...asked, report('c', by({ acknowledges: 'a' }))]
  const unasked = 'What is unsettled is acknowledged first: c was begun on token:1 after a'
  const wasKnown = 'Only what is unsettled is acknowledged: c was begun on token:1 after a was known'
  expect(brokenIntentions({ ...nothing, entries: refused, reported: asked })).toEqual([unasked])
  expect(brokenIntentions({ ...nothing, entries: refused, reported: both })).toEqual([])
  expect(brokenIntentions({ ...nothing, entries: known, reported: both })).toEqual([wasKnown])
})

test('what is older is not sent again, and what may not be sent is not', () => {
  const again = [report('c', by({ way: 'send-again', of: 'a' }))]
  const entries = [...after, entry(4, 'outcome', 'b', { state: 'done' }), entry(5, 'intent', 'c')]
  const asked = [report('b', by({ acknowledges: 'a' })), ...again]
  expect(brokenIntentions({ ...nothing, entries, reported: asked })).toEqual([
    'Only the newest is sent again: c was begun on token:1 for a after b',
  ])
  const refused = [...after, entry(4, 'outcome', 'b', { state: 'refused' }), entry(5, 'intent', 'c')]
  expect(brokenIntentions({ ...nothing, entries: refused, reported: asked })).toEqual([])
  const open = [...after, entry(4, 'outcome', 'b', { state: 'unconfirmed' })]
  const settled = (state: string) => [...open, entry(5, 'settled', 'b', { state }), entry(6, 'intent', 'c')]
  expect(brokenIntentions({ ...nothing, entries: settled('did-not-happen'), reported: asked })).toEqual([])
  expect(brokenIntentions({ ...nothing, entries: settled('happened'), reported: asked })).toHaveLength(1)
  const forbidden = { deliveries: [delivery(1, 'a')], reported: [report('a', by({ mayNotBeSent: 'a test' }))] }
  expect(brokenIntentions({ ...nothing, ...forbidden })).toEqual(['What may not be sent is not sent: a test (a)'])
})

test('only the service refuses', () => {
  const refused: Partial<Evidence> = { actions: [{ actionId: 'a', state: 'refused' }], deliveries: [delivery(1, 'a')] }
  expect(untruths({ ...nothing, ...refused, received: [received(1)] })).toEqual([])
  expect(untruths({ ...nothing, ...refused })).toEqual(['Refused means that the service refused: a never arrived'])
  const surplus = [delivery(1, 'a', { trouble: 'surplus' })] // it comes after the service's own answer
  expect(untruths({ ...nothing, ...refused, deliveries: surplus, received: [received(1)] })).toEqual([])
  expect(untruths({ ...nothing, ...refused, deliveries: [delivery(1, 'a', { trouble: 'gateway 403 html' })] })).toEqual([
    'Refused means that the service refused: a met gateway 403 html',
  ])
})

test('what an event settled was applied, whatever the event said', () => {
  const settled = (isApplied: boolean): Evidence => ({
    ...nothing,
    deliveries: [delivery(1, 'a', { trouble: 'torn' })],
    received: [received(1, { isApplied })],
    actions: [{ actionId: 'a', state: 'unconfirmed', settledAs: 'happened', settledHow: 'event' }],
  })
  expect(untruths(settled(true))).toEqual([])
  expect(untruths(settled(false))).toEqual(['What an event settles was applied: a is settled as happened and was not'])
})

test('what left was not “not sent”, in the row and in what was told', () => {
  const left = { deliveries: [delivery(1, 'a')], received: [received(1)] }
  expect(untruths({ ...nothing, ...left, actions: [{ actionId: 'a', state: 'not-sent' }] })).toHaveLength(1)
  expect(untruths({ ...nothing, ...left, reported: [report('a', by(), 'target_busy')] })).toEqual([
    'Not sent means that it never left: a, told target_busy',
  ])
})

test('a whole answer settles its action, unless its copy was killed, the machine slow, the clock moved, or it says nothing', () => {
  const open: Partial<Evidence> = { actions: [{ actionId: 'a', state: 'unconfirmed' }], received: [received(1)] }
  const of = (more: Partial<Delivery>, begun = 0) =>
    untruths({ ...nothing, ...open, entries: [entry(1, 'intent', 'a', { at: begun })], deliveries: [delivery(1, 'a', more)] })
  expect(of({})).toHaveLength(1)
  expect([of({ at: 900, answeredMs: 400 }, 600), of({ at: 900, answeredMs: 400 }, 500)]).toEqual([[expect.any(String)], []])
  expect([of({ moment: 'killed' }), of({ answeredMs: 800 }), of({ trouble: 'gateway 502 html' }), of({}, 9e7)].flat()).toEqual([])
  expect(
    untruths({ ...nothing, ...open, deliveries: [delivery(1, 'a')], received: [received(1, { fault: 'html500' })] }),
  ).toEqual([])
})

test('a whole answer may be written a moment later, and one that never is stays a fault', async () => {
  const known = { deliveries: [delivery(1, 'a')], received: [received(1)] }
  const states = ['unconfirmed', 'done'] as const
  const read = (at: number) => async () => ({ actions: [{ actionId: 'a', state: states[at++] ?? 'done' }], entries: [] })
  const wrong = async (at: () => ReturnType<ReturnType<typeof read>>) =>
    untruths({ ...nothing, ...known, ...(await onceWritten(at, known)) }).length
  expect([await wrong(read(0)), await wrong(() => read(0)())]).toEqual([0, 1])
})

const approval = { id: 'p', actionId: 'a', state: 'approved' as const, askedBy: 'Alma', decidedBy: 'Marta' }
const approved: Partial<Evidence> = {
  approvals: [approval],
  actions: [done('a')],
  entries: [entry(1, 'approved', 'a')],
  reported: [report('a', by({ way: 'approval', of: 'p' }))],
}

test('an approval is used up exactly when its action is begun, by another person, once', () => {
  expect(withoutSecondPerson({ ...nothing, ...approved })).toEqual([])
  expect(withoutSecondPerson({ ...nothing, ...approved, actions: [] })).toEqual([
    expect.stringMatching(/^An approval is used up/),
  ])
  const waiting = [{ ...approval, state: 'waiting' as const, decidedBy: null }]
  expect(withoutSecondPerson({ ...nothing, ...approved, approvals: waiting, entries: [] })).toHaveLength(1)
  const own = [{ ...approval, decidedBy: 'Alma' }]
  expect(withoutSecondPerson({ ...nothing, ...approved, approvals: own })).toEqual([
    expect.stringMatching(/^Nobody approves their own/),
  ])
  const twice = [entry(1, 'approved', 'a'), entry(2, 'approved', 'a')]
  expect(withoutSecondPerson({ ...nothing, ...approved, entries: twice })).toEqual([
    expect.stringMatching(/^A request is decided on once/),
  ])
})

test('an agent begins nothing that a rule holds back, from the rule’s own entry to the one that takes it away', () => {
  const rule = { id: 'r', operation: 'disableToken', condition: 'always' }
  const added = entry(2, 'setting', null, { rule: { added: rule } })
  const removed = entry(4, 'setting', null, { rule: { removed: rule } })
  const begun = (seq: number, asked: Asking, operation = 'disableToken') =>
    withoutSecondPerson({
      ...nothing,
      entries: [added, entry(seq, 'intent', 'a'), removed].toSorted((a, b) => a.seq - b.seq),
      actions: [{ ...done('a'), operation }],
      reported: [report('a', asked)],
    })
  expect(begun(3, by())).toEqual(['What may not be sent is not sent: a was begun while a rule held it back'])
  expect([begun(1, by()), begun(5, by()), begun(3, by(), 'enableToken')]).toEqual([[], [], []])
  expect([begun(3, by({ email: 'manager@demo.test' })), begun(3, by({ way: 'approval', of: 'p' }))]).toEqual([[], []])
})

test('a renewal needs its word, a minute before midnight as well', () => {
  const at = Date.parse('2026-01-31T23:59:30Z')
  const renewal = (expirationDate: string, asked: Asking) =>
    withoutSecondPerson({
      ...nothing,
      deliveries: [delivery(1, 'a', { operation: 'changeExpirationDate', body: { expirationDate }, at })],
      reported: [report('a', asked)],
    })
  expect(renewal('2026-02-02', by())).toEqual([])
  expect(renewal('2026-02-01', by())).toHaveLength(1)
  expect(renewal('2026-01-31', by({ confirmed: true }))).toHaveLength(1)
  expect(renewal('2026-01-31', by({ confirmed: true, email: 'manager@demo.test' }))).toEqual([])
})

test('no more is given back than was received, to the last digit, and a refund goes one way', () => {
  const refund = (id: string, amount: string) => ({ id, chargeId: 'c', amount, state: 'waiting', askedBy: 'Alma' })
  const refunds = [refund('r', '6.01'), refund('s', '4')]
  expect(withoutSecondPerson({ ...nothing, refunds, charges: new Map([['c', '10.01']]) })).toEqual([])
  expect(withoutSecondPerson({ ...nothing, refunds, charges: new Map([['c', '10.00']]) })).toHaveLength(1)
  const step = (number: number, kind: 'asked' | 'approved' | 'batched', who: string) => ({ refundId: 'r', number, kind, by: who })
  const steps = [
    step(1, 'asked', 'Alma'),
    step(2, 'approved', 'Marta'),
    step(3, 'batched', 'Fumiko'),
    step(4, 'batched', 'Fumiko'),
  ]
  const one = { refunds: refunds.slice(0, 1), charges: new Map([['c', '10']]) }
  expect(withoutSecondPerson({ ...nothing, ...one, steps })).toEqual(['A refund goes one way: r was batched after batched'])
  expect(withoutSecondPerson({ ...nothing, ...one, steps: [step(1, 'asked', 'Alma'), step(2, 'approved', 'Alma')] })).toEqual([
    'Nobody decides on their own refund: Alma marked r approved',
  ])
})
