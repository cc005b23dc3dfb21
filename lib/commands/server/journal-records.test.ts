import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { append, type EntryKind } from '@/lib/journal/chain'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { search } from '@/lib/search/server/handlers'
import { Dashboard } from '@/lib/testing/dashboard'
import { standinMerchants } from '@/standin/standin-merchants'
import type { JournalRecord } from '../journal-record'
import { journalRecords } from './journal-handlers'
import { putPresets } from './reason-preset-handlers'

const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })

async function records(query = '', as: Role = 'manager'): Promise<{ records: JournalRecord[]; next: string | null }> {
  const answer = await dashboard.call(serveDashboard('read', journalRecords), 'GET', `/api/desk/journal/records?${query}`, { as })
  expect(answer.status).toBe(200)
  return answer.json()
}

beforeAll(async () => {
  const body = { q: 'someone@example.test', where: 'here' }
  await dashboard.call(serveDashboard('read', search), 'POST', '/api/desk/search', { body, as: 'agent' })
  await dashboard.call(
    serveDashboard<{ operation: string }>('settings', putPresets),
    'PUT',
    '/api/desk/reason-presets/changeAutochargeStatus',
    {
      params: { operation: 'changeAutochargeStatus' },
      body: { presets: ['Mistyped'] },
      as: 'admin',
    },
  )
})

it('shows who searched for whom, masked, and who changed what, newest first', async () => {
  const { records: all, next } = await records()
  expect(next).toBeNull()
  expect(all.map(({ words, person }) => [words, person])).toEqual([
    ['Changed a setting: Change autocharge', 'The admin'],
    ['Searched personal data', 'The agent'],
  ])
  expect(all[0]?.details).toEqual([
    ['presets', 'Mistyped'],
    ['setting', 'reason-presets'],
  ])
  expect(JSON.stringify(all)).not.toContain('someone')
})

it('shows an agent their own alone', async () => {
  expect((await records('', 'agent')).records.map(({ kind }) => kind)).toEqual(['searched'])
  expect((await records('', 'finance')).records).toHaveLength(2)
})

it.each([
  ['kind=setting', ['setting']],
  ['person=The+agent', ['searched']],
  ['from=2000-01-01&to=2000-01-02', []],
])('keeps to its filter: %s', async (query, kinds) => {
  expect((await records(query)).records.map(({ kind }) => kind)).toEqual(kinds)
})

it.each(['from=yesterday', 'before=first', 'colour=red', 'buyerId=somebody', 'person=%00'])(
  'refuses a filter that is none: %s',
  async (query) => {
    const answer = await dashboard.call(serveDashboard('read', journalRecords), 'GET', `/api/desk/journal/records?${query}`, {
      as: 'manager',
    })
    expect(answer.status).toBe(422)
    expect((await answer.json()).fields[0].field).toBe(query.split('=')[0])
  },
)

it('names the command that approval was asked for as people do, also beside a decision', async () => {
  const actionId = randomUUID()
  const asked_at = '2026-11-23T05:36:52.000Z'
  const request = JSON.stringify({ params: { subscriptionId: 's-1' }, body: { expirationDate: '2026-11-23' } })
  const row = {
    id: randomUUID(),
    state: 'declined' as const,
    operation: 'changeExpirationDate',
    merchant: 'northwind',
    buyer_id: null,
  }
  const ended = { decided_at: null, decided_by: null, decision_note: null }
  const store = await database()
  await store
    .insertInto('approvals')
    .values({
      ...{ ...row, ...ended, request, asked_at, action_id: actionId, expires_at: asked_at },
      ...{ account_id: 'x', person: 'Alma', ticket: null, sealed: '', effect_hash: '' },
    })
    .execute()
  await added('declined', 1, { actionId, operation: row.operation })
  expect((await records('kind=declined')).records.map(({ words }) => words)).toEqual(['Declined: Renew now'])
})

it('leaves what belongs to actions to the actions, and pages without a gap', async () => {
  await added('intent', 1)
  await added('note', 60)
  const newest = await records('kind=note')
  const older = await records(`kind=note&before=${newest.next}`)
  const numbers = [...newest.records, ...older.records].map(({ details }) => details[0]?.[1])
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, number) => String(59 - number)))
  expect((await records('kind=intent')).records).toEqual([])
})

async function added(kind: EntryKind, count: number, more: { actionId?: string; operation?: string } = {}): Promise<void> {
  const about = {
    actionId: null,
    accountId: 'x',
    person: 'Somebody',
    merchant: 'northwind',
    operation: null,
    buyerId: null,
    ticket: null,
  }
  await (await database()).transaction().execute(async (tx) => {
    for (let number = 0; number < count; number += 1) await append(tx, { ...about, ...more, kind, detail: { number } })
  })
}
