import { describe, expect, it } from 'vitest'
import { approvalLike } from '@/components/approvals/approval-for-tests'
import { actionLike } from '@/lib/commands/action-for-tests'
import type { Refund } from '@/lib/refunds/refund'
import { bellLines } from './bell'
import type { Waiting } from './waiting'
import { answerWith, nothingWaits } from './waiting-for-tests'

const decided = {
  id: 'r-1',
  state: 'refused',
  amount: '42.84',
  currency: 'EUR',
  ticket: null,
  askedAt: '2026-03-02T07:00:00.000Z',
  charge: { buyer: 'o•••e@e••••••.test' },
  steps: [{ kind: 'refused', at: '2026-03-02T07:30:00.000Z' }],
} as unknown as Refund

describe('the bell', () => {
  it('counts what waits by kind, refunds by their number, with the age of the oldest and what lapses first', () => {
    const waiting: Waiting = {
      ...nothingWaits,
      unconfirmed: [actionLike({ state: 'unconfirmed', at: '2026-03-02T06:00:00.000Z' })],
      team: [actionLike({ state: 'unconfirmed', mine: false, at: '2026-03-01T06:00:00.000Z' })],
      approvals: [approvalLike(), approvalLike({ id: 'b', expiresAt: '2026-03-02T09:10:00.000Z' })],
      refunds: { ...nothingWaits.refunds, waiting: 6, oldest: '2026-02-28T06:00:00.000Z' },
    }
    expect(bellLines(answerWith(waiting, 'manager'), 0)).toEqual([
      {
        kind: 'approvals',
        count: 2,
        oldest: '2026-03-02T09:00:00.000Z',
        lapses: '2026-03-02T09:10:00.000Z',
        href: '/approvals',
      },
      { kind: 'refunds', count: 6, oldest: '2026-02-28T06:00:00.000Z', lapses: null, href: '/refunds' },
      { kind: 'unconfirmed', count: 2, oldest: '2026-03-01T06:00:00.000Z', lapses: null, href: '/journal?outcome=open' },
    ])
  })

  it('leads from incidents to decide to their tab of Approvals, and from one’s own to all of them', () => {
    const incident = { id: 'i', merchant: 'northwind', words: 'Turn off autocharge', reason: 'Charged twice', ticket: null }
    const asked = { ...incident, rows: 1_240, person: 'Marta Weiss', why: null, at: '2026-03-02T08:00:00.000Z' }
    const incidents = (['decision', 'start', 'resume'] as const).map((waitsFor) => ({ ...asked, waitsFor }))
    expect(bellLines(answerWith({ incidents }, 'admin'), 0)).toEqual([
      { kind: 'incidents', count: 1, oldest: '2026-03-02T08:00:00.000Z', lapses: null, href: '/approvals?tab=incidents' },
      { kind: 'ownIncidents', count: 2, oldest: '2026-03-02T08:00:00.000Z', lapses: null, href: '/incidents' },
    ])
  })

  it('counts what was decided until the person has looked, and never a request that still waits', () => {
    const waiting: Waiting = {
      ...nothingWaits,
      refunds: { ...nothingWaits.refunds, mine: [decided] },
      approvals: [approvalLike({ mine: true })],
    }
    expect(bellLines(answerWith(waiting, 'agent'), 0)).toMatchObject([{ kind: 'decided', count: 1, href: '/' }])
    expect(bellLines(answerWith(waiting, 'agent'), Date.parse('2026-03-02T07:30:00.000Z'))).toEqual([])
  })

  it('asks nobody to approve who may not', () => {
    expect(bellLines(answerWith({ approvals: [approvalLike()] }, 'agent'), 0)).toEqual([])
  })
})
