import { describe, expect, it } from 'vitest'
import { canUndo, describeBuyer, describePlace, isOpenRefund, isOverdue, type Refund, type RefundStepKind } from './refund'
import { filterNames, refundFilterIn } from './refund-filter'
import { describeRefundStep, refundStepNote, stepKinds, stepsOf } from './refund-step-words'

describe('a refund that waits', () => {
  const waitingSince = '2026-05-14T12:00:00.000Z'
  const aDayLater = Date.parse('2026-05-15T12:00:00.000Z')

  it('is overdue once it has waited for more than a day', () => {
    expect(isOverdue({ state: 'waiting', waitingSince }, aDayLater)).toBe(false)
    expect(isOverdue({ state: 'waiting', waitingSince }, aDayLater + 1)).toBe(true)
  })

  it('is overdue no more once it is decided', () => {
    for (const state of ['approved', 'done', 'refused'] as const)
      expect(isOverdue({ state, waitingSince }, 2 * aDayLater)).toBe(false)
  })
})

it.each([
  ['acq', 'acq_nw', 'acq / acq_nw'],
  ['acq', null, 'acq'],
  [null, 'acq_nw', 'unknown provider / acq_nw'],
  [null, null, 'unknown provider'],
])('a file for provider %s and mid %s is named %s', (provider, mid, words) => {
  expect(describePlace({ provider, mid })).toBe(words)
})

describe('a step of a refund', () => {
  it('is told in words of its own', () => {
    const labels = Object.keys(stepKinds).map((kind) => describeRefundStep({ kind: kind as RefundStepKind }))
    expect(labels.every((words) => words.startsWith('Refund '))).toBe(true)
    expect(new Set(labels).size).toBe(7)
  })

  it.each<[RefundStepKind, string | null, string | null]>([
    ['asked', 'Paid twice', 'Paid twice'],
    ['failed', 'The card is closed', 'The card is closed'],
    ['done', 'RF-77', 'reference RF-77'],
    ['done', null, null],
    ['approved', null, null],
    ['batched', '1ef8a1f2-3d6c-4a0f-9d7a-5b0c2b6f3e11', null],
  ])('%s with the note %s says beside it: %s', (kind, note, says) => {
    expect(refundStepNote({ kind, note, at: '2026-05-14T12:00:00.000Z', person: 'Ada', mine: false })).toBe(says)
  })

  it('says why money left although it may have gone back', () => {
    const step = { kind: 'batched' as const, note: 'a file', at: '2026-05-14T12:00:00.000Z', person: 'Ada', mine: false }
    expect(refundStepNote({ ...step, despite: 'Another order' })).toBe('although money may have gone back: Another order')
  })

  it('stands before every earlier one of all refunds of the buyer', () => {
    const refund = (...times: string[]) =>
      ({ steps: times.map((at) => ({ kind: 'asked', at, person: 'Ada', mine: false, note: null })) }) as unknown as Refund
    const refunds = [refund('2026-05-01', '2026-05-04'), refund('2026-05-03'), refund('2026-05-02', '2026-05-05')]
    const shown = stepsOf(refunds)
    expect(shown.map(({ step }) => step.at)).toEqual(['2026-05-05', '2026-05-04', '2026-05-03', '2026-05-02', '2026-05-01'])
    expect(shown.every(({ refund: of, step }) => of.steps.includes(step))).toBe(true)
  })
})

const noAddress = Object.fromEntries(filterNames.map((name) => [name, null])) as Parameters<typeof refundFilterIn>[0]

it('a filter keeps days that no calendar has, and texts that nobody types, off the page', () => {
  const address = {
    ...noAddress,
    from: '2026-02-30',
    to: '2026-03-01',
    find: 'x'.repeat(201),
    provider: 'acq',
    state: 'lost',
    file: 'maybe',
    sort: 'colour',
  }
  expect(refundFilterIn(address)).toEqual({ ...noAddress, to: '2026-03-01', provider: 'acq', state: 'waiting' })
})

describe('a decision may be undone', () => {
  const step = (kind: RefundStepKind, mine = true) => ({ kind, mine, at: '', person: '', note: null })
  const decided = (kind: 'approved' | 'refused') => ({ state: kind, batchId: null, steps: [step('asked'), step(kind)] })
  it('by whoever made it last, while no file holds it', () => {
    expect(([decided('approved'), decided('refused')] as const).map(canUndo)).toEqual([true, true])
    const approved = decided('approved')
    for (const no of [
      { ...approved, batchId: 'b' },
      { ...approved, steps: [step('asked', true), step('approved', false)] },
      { ...approved, steps: [step('approved'), step('failed')] },
      { ...approved, steps: [] },
      { ...approved, state: 'waiting' as const, steps: [step('waiting' as never)] },
      { ...approved, state: 'done' as const, steps: [step('done')] },
    ])
      expect([no, canUndo(no)]).toEqual([no, false])
  })
})

it('a refund is open until it is made or refused', () => {
  const states = ['waiting', 'approved', 'done', 'refused'] as const
  expect(states.filter((state) => isOpenRefund({ state }))).toEqual(['waiting', 'approved'])
})

it('a row names the buyer, or the end of the id', () => {
  const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
  const of = (buyer: string | null) => describeBuyer({ buyerId, charge: { buyer } as Refund['charge'] })
  expect([of('o•••e@e••••••.test'), of(null)]).toEqual(['o•••e@e••••••.test', 'buyer …8213'])
})
