import type { ProposalInDetail } from '@/lib/agents/proposal'
import type { Approval, ApprovalInDetail } from '@/lib/commands/approval'

/** A renewal that Ines asked for half a minute ago; with what a test needs otherwise. */
export function approvalLike(changes: Partial<Approval> = {}): Approval {
  return {
    id: 'fbc9cbd7-9806-471b-806d-0f679fd54ca4',
    state: 'waiting',
    operation: 'changeExpirationDate',
    words: 'Renew now',
    merchant: 'northwind',
    buyerId: '71d33798-931e-4779-9c93-cd2221a08d81',
    person: 'Ines Dahl',
    mine: false,
    ticket: 'T-48201',
    request: { params: {}, body: { expirationDate: '2026-03-02', reason: 'Wants the new term today' } },
    actionId: '1eb6ac39-0000-4000-8000-000000000939',
    askedAt: '2026-03-02T09:00:00.000Z',
    expiresAt: '2026-03-02T09:30:00.000Z',
    decidedAt: null,
    decidedBy: null,
    note: null,
    ...changes,
  }
}

export function detailLike({ renews = true, factsChanged = false } = {}): ApprovalInDetail {
  const row = {
    field: 'endDate',
    label: 'End date',
    before: '23 Aug 2026',
    beforeAsOf: null,
    after: '2 Mar 2026, today',
    changes: true,
    expects: null,
  }
  return {
    approval: approvalLike(),
    about: { buyer: 'p•••r@e••••••.test', country: 'NL', product: 'Plus 3 months', lastPaid: null, charges: renews },
    effectHash: 'the-hash-that-was-seen',
    ...{ factsChanged, blocked: null },
    changes: factsChanged ? [{ field: 'endDate', label: 'End date', asked: '20 Aug 2026', now: '23 Aug 2026' }] : [],
    effect: {
      rows: [row],
      later: [{ from: null, until: null, says: renews ? 'The buyer is charged.' : 'Nothing is charged.', danger: renews }],
      warnings: renews ? ['This charges the buyer.'] : [],
      undo: { possible: false, why: 'It renews.' },
      zone: 'UTC',
    },
  }
}

/** A machine's proposal that waits. */
export function proposalLike(): ProposalInDetail {
  const { buyerId, merchant, ticket, askedAt, expiresAt, decidedAt, decidedBy, note, actionId } = approvalLike()
  const { about, effect, effectHash } = detailLike({ renews: false })
  return {
    proposal: {
      ...{ buyerId, merchant, ticket, expiresAt, decidedAt, decidedBy, note, actionId },
      id: '2b0e6c55-1c5c-4f07-9d6c-1f2f3c9d7a10',
      state: 'waiting',
      verb: 'turnOffAutocharge',
      words: 'Turn off autocharge',
      to: null,
      proposedBy: 'helpdesk-bot',
      person: 'Ines Dahl',
      proposedAt: askedAt,
    },
    ...{ about, effect, effectHash, source: null, reason: null, version: 3, changes: [], isMoved: false },
    ...{ blocked: null, mayNot: null, approval: null },
  }
}
