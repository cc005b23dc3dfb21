import { describe, expect, it } from 'vitest'
import { approvalLike } from '@/components/approvals/approval-for-tests'
import { actionLike } from '@/lib/commands/action-for-tests'
import type { Role } from '@/lib/core/roles'
import type { Refund } from '@/lib/refunds/refund'
import { buyerKey, type Waiting } from './waiting'
import { nothingWaits } from './waiting-for-tests'
import { waitingRows } from './waiting-rows'

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const nothing: Waiting = { ...nothingWaits, buyers: { [buyerKey('northwind', buyerId)]: 't•••••a@e••••••.test' } }
const guide = {
  ...{ id: 'g-1', playbook: 'cancel' as const, ticket: 'T-1', merchant: 'northwind', buyerId },
  ...{ at: '2026-03-01T08:00:00.000Z', answered: 2 },
}
const mention = {
  ...{ noteId: 'n-1', merchant: 'northwind', buyerId, person: 'Ines Dahl', text: 'Can we give her a month?' },
  at: '2026-03-02T08:00:00.000Z',
}
const refund = {
  ...{ id: 'r-1', state: 'approved', amount: '42.84', currency: 'EUR', ticket: null, askedAt: '2026-03-02T07:00:00.000Z' },
  charge: { buyer: 'o•••e@e••••••.test', orderId: 'Tw1ceP4d' },
  steps: [
    { kind: 'approved', at: '2026-03-02T07:30:00.000Z' },
    { kind: 'batched', at: '2026-03-07T07:30:00.000Z' },
  ],
} as unknown as Refund

const titles = (waiting: Partial<Waiting>, role: Role) => waitingRows({ ...nothing, ...waiting }, role).map(({ title }) => title)

describe('what waits', () => {
  it('stands oldest first, after what is unconfirmed', () => {
    const unconfirmed = [actionLike({ state: 'unconfirmed', at: '2026-03-05T09:00:00.000Z' })]
    const refunds = { ...nothing.refunds, mine: [refund] }
    expect(titles({ unconfirmed, refunds, mentions: [mention], guides: [guide] }, 'agent')).toEqual([
      'Turn off autocharge is unconfirmed',
      'Cancellation steps aren’t finished',
      'Refund of 42.84 EUR was approved',
      'Ines Dahl mentioned you',
    ])
  })

  it('is no steps that somebody opened and never answered', () => {
    expect(titles({ guides: [{ ...guide, answered: 0 }] }, 'agent')).toEqual([])
  })

  it('says of whom it is by a masked e-mail, and never by an id', () => {
    const unknown = { ...mention, buyerId: '83b5ce0d-119e-46aa-98b8-b47d67a58213' }
    const rows = waitingRows({ ...nothing, mentions: [mention, unknown], guides: [guide] }, 'agent')
    expect(rows.map(({ about }) => about)).toEqual([
      ['t•••••a@e••••••.test', '2 answers so far', 'T-1'],
      ['“Can we give her a month?”', 't•••••a@e••••••.test'],
      ['“Can we give her a month?”', 'a buyer whose e-mail is unknown'],
    ])
  })

  it('for whoever planned, approved or runs an incident is what it stands still for', () => {
    const incident = { id: 'i', merchant: 'northwind', words: 'Turn off autocharge', reason: 'Charged twice', ticket: 'T-1' }
    const asked = { ...incident, rows: 1_240, person: 'Marta Weiss', why: '3 of the last 50 were refused', at: null as never }
    const incidents = (['decision', 'start', 'change', 'look', 'resume'] as const).map((waitsFor) => ({ ...asked, waitsFor }))
    const rows = waitingRows({ ...nothing, incidents }, 'manager')
    expect(rows.map(({ title, verb }) => `${title}: ${verb}`)).toEqual([
      'Turn off autocharge for 1,240 rows needs approval: Decide',
      'Turn off autocharge for 1,240 rows was approved by Marta Weiss and can start: Open',
      'Turn off autocharge for 1,240 rows was declined by Marta Weiss: Open',
      'Turn off autocharge for 1,240 rows has sent its pilot. Look at it: Open',
      'Turn off autocharge for 1,240 rows paused automatically: Open',
    ])
    expect(rows.at(-1)?.about).toEqual(['3 of the last 50 were refused', '“Charged twice”', 'T-1'])
  })

  it('for a manager are requests and what colleagues have unconfirmed', () => {
    const team = [actionLike({ state: 'unconfirmed', mine: false })]
    const rows = waitingRows({ ...nothing, team, approvals: [approvalLike()] }, 'manager')
    expect(rows.map(({ title, verb, of, about }) => [title, `${verb} ${of}`, about.at(-2)])).toEqual([
      ['Turn off autocharge is unconfirmed', 'Check now null', 'sent by Ines Dahl, no answer came'],
      ['Renew now needs approval', 'Decide on Renew now for a buyer whose e-mail is unknown', 'requested by Ines Dahl'],
    ])
  })

  it('of requests is shown to who may decide, and to who made them with what became of them', () => {
    const mine = { mine: true, decidedBy: 'Nadia Kerr' }
    expect(titles({ approvals: [approvalLike()] }, 'agent')).toEqual([])
    const states = (['waiting', 'approved', 'declined', 'voided', 'expired'] as const).map((state) =>
      approvalLike({ ...mine, state, askedAt: `2026-03-0${state.length - 6}T09:00:00.000Z` }),
    )
    expect(titles({ approvals: states }, 'agent').toSorted()).toEqual([
      'Nobody decided on Renew now in time',
      'Renew now waits for approval',
      'Renew now was approved by Nadia Kerr',
      'Renew now was declined by Nadia Kerr',
      'Renew now wasn’t sent, because something changed',
    ])
  })

  it('for finance is how many refunds there are, with the oldest', () => {
    const refunds = {
      ...nothing.refunds,
      waiting: 3,
      overdue: 1,
      oldest: '2026-03-01T09:00:00.000Z',
      first: refund,
      accounts: ['southbay'],
    }
    const [row] = waitingRows({ ...nothing, refunds }, 'finance')
    expect([row?.title, row?.about, row?.accounts]).toEqual([
      '3 refunds to decide',
      ['the oldest is 42.84 EUR', 'o•••e@e••••••.test', '1 over 24 h'],
      ['southbay'],
    ])
  })

  it('for an admin is what is wrong with the dashboard', () => {
    const troubles = [{ id: 'journal', title: 'The journal can’t be relied on', says: 'An entry is missing.', since: null }]
    const [row] = waitingRows({ ...nothing, troubles }, 'admin')
    expect([row?.title, row?.lead]).toEqual([
      'The journal can’t be relied on',
      { to: 'page', href: '/settings/status', merchant: null },
    ])
  })
})
