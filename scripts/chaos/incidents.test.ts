import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence'
import { brokenIncidents } from './incidents'

const entry = (seq: number, kind: string, actionId: string, more: object = {}) => ({
  seq,
  kind,
  at: seq,
  actionId,
  state: null,
  ...more,
})
const step = (seq: number, did: string, person: string) => entry(seq, 'incident', 'i', { did, person })
const delivery = (number: number, actionId: string) => ({ number, actionId }) as Evidence['deliveries'][number]

/** A run of two rows by Marta that Ade approved: one done, one refused. */
const sound = {
  incidents: [{ id: 'i', rows: 3 }],
  rows: [
    { incident: 'i', n: 1, state: 'done', actionId: 'a' },
    { incident: 'i', n: 2, state: 'refused', actionId: 'b' },
    { incident: 'i', n: 3, state: 'left-out', actionId: null },
  ],
  actions: [
    { actionId: 'a', incident: 'i', target: 'subscription:1', state: 'done' },
    { actionId: 'b', incident: 'i', target: 'subscription:2', state: 'refused' },
  ],
  deliveries: [delivery(1, 'a'), delivery(2, 'b')],
  entries: [
    step(1, 'drafted', 'Marta'),
    step(2, 'approved', 'Ade'),
    step(3, 'started', 'Marta'),
    entry(4, 'intent', 'a'),
    entry(5, 'intent', 'b'),
  ],
} as unknown as Evidence

const found = (change: Partial<Evidence>) => brokenIncidents({ ...sound, ...change }).map((sentence) => sentence.split(':')[0])

test('finds nothing in a run that is as it should be', () => {
  expect(brokenIncidents(sound)).toEqual([])
})

test('finds a row that was sent twice', () => {
  const again = { actionId: 'c', incident: 'i', target: 'subscription:1', state: 'unconfirmed' as const }
  const change = { actions: [...sound.actions, again], deliveries: [...sound.deliveries, delivery(3, 'c')] }
  expect(found(change)).toEqual(['No row of an incident is sent twice'])
})

test('finds a row that says something else than its action, and one that is missing', () => {
  const [first, ...rest] = sound.rows ?? []
  expect(found({ rows: [{ ...first, state: 'not-sent' } as never, ...rest] })).toEqual([
    'A row of an incident says what became of it',
  ])
  expect(found({ rows: rest })).toEqual(['An incident’s rows add up to what was given'])
})

test.each([
  [
    'nobody approved',
    [step(1, 'drafted', 'Marta'), step(3, 'started', 'Marta')],
    'Nothing is sent for an incident without a second person',
  ],
  [
    'whoever changed it approved',
    [step(1, 'drafted', 'Marta'), step(1, 'edited', 'Ade'), step(2, 'approved', 'Ade'), step(3, 'started', 'Marta')],
    'Nothing is sent for an incident without a second person',
  ],
  [
    'was paused',
    [step(1, 'drafted', 'Marta'), step(2, 'approved', 'Ade'), step(3, 'started', 'Marta'), step(3, 'paused', 'Alma')],
    'Nothing is begun for an incident that isn’t running',
  ],
])('finds what was begun for an incident that %s', (_, before, sentence) => {
  expect(found({ entries: [...before, entry(4, 'intent', 'a')] })).toEqual([sentence])
})

describe('an undo of that run', () => {
  const undo = (more: readonly ReturnType<typeof entry>[], actions: object[] = []): Partial<Evidence> => ({
    incidents: [...(sound.incidents ?? []), { id: 'u', rows: 0, inverseOf: 'i' }],
    actions: [
      ...sound.actions,
      { actionId: 'd', incident: 'u', target: 'subscription:1', state: 'done' },
      { actionId: 'x', incident: null, target: 'subscription:1', state: 'done' },
      ...actions,
    ] as Evidence['actions'],
    entries: [
      ...sound.entries,
      entry(6, 'outcome', 'a', { state: 'done' }),
      entry(7, 'outcome', 'b', { state: 'refused' }),
      ...['drafted', 'previewed', 'approved', 'started'].map((did, place) => ({
        ...entry(20 + place, 'incident', 'u', { did, person: did === 'approved' ? 'Ade' : 'Marta' }),
      })),
      ...more,
    ].toSorted((one, other) => one.seq - other.seq) as Evidence['entries'],
  })
  const isBegun = entry(30, 'intent', 'd')
  const done = (seq: number) => entry(seq, 'outcome', 'x', { state: 'done' })

  test('is sound where nobody came between', () => {
    expect(found(undo([isBegun]))).toEqual([])
    expect(found(undo([isBegun, done(31)]))).toEqual([])
    expect(found(undo([done(2), isBegun]))).toEqual([])
  })

  test('is found out where somebody changed the target before its preview, or after it', () => {
    expect(found(undo([done(10), isBegun]))).toEqual(['An undo leaves alone what was changed since'])
    expect(found(undo([done(25), isBegun]))).toEqual(['Nothing is sent for what was changed since its preview'])
    expect(found(undo([entry(25, 'settled', 'x', { state: 'happened' }), isBegun]))).toEqual([
      'Nothing is sent for what was changed since its preview',
    ])
  })

  test('is found out where what it takes back was refused, be it by a late answer', () => {
    const other = { actionId: 'e', incident: 'u', target: 'subscription:2', state: 'done' }
    expect(found(undo([entry(30, 'intent', 'e')], [other]))).toEqual(['An undo takes back only what was done'])
    expect(found(undo([entry(26, 'late-outcome', 'a', { state: 'refused' }), isBegun]))).toEqual([
      'An undo takes back only what was done',
    ])
  })
})
