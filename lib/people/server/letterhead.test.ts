import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { Dashboard } from '@/lib/testing/dashboard'
import { standinMerchants } from '@/standin/standin-merchants'
import { letterheadOf, putLetterhead } from './letterhead'
import { serveDashboard } from './serve-dashboard'

const [first = { code: '', name: '' }, second = { code: '', name: '' }] = standinMerchants
const written = {
  name: 'Northwind GmbH',
  address: ['Quay 1', '', '1015 Amsterdam'],
  taxNumber: 'NL1',
  contact: 'help@northwind.test',
}

describe.each(engines)('the letterhead of a merchant account on %s', (engine) => {
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) }, engine)

  async function put(body: object, { as = 'manager' as Role, id = randomUUID() as string } = {}) {
    const handler = serveDashboard('editReplies', putLetterhead)
    const headers = { 'x-merchant': first.code, 'x-action-id': id }
    const answer = await dashboard.call(handler, 'PUT', '/api/desk/letterhead', { body, as, headers })
    return { status: answer.status, body: await answer.json() }
  }

  it('is its name until a manager writes one, for that account alone; the journal has what was before', async () => {
    expect(await letterheadOf(first)).toMatchObject({ name: first.name, address: [], changedAt: null })
    const id = randomUUID()
    const saved = await put({ ...written, changedAt: null }, { id })
    expect(saved).toMatchObject({ status: 200, body: { ...written, address: ['Quay 1', '1015 Amsterdam'] } })
    expect((await put({ ...written, changedAt: null }, { id })).body).toEqual(saved.body)
    expect([(await letterheadOf(first)).name, (await letterheadOf(second)).name]).toEqual([written.name, second.name])
    const store = await database()
    const rows = await store
      .selectFrom('journal')
      .select(['person', 'merchant', 'detail'])
      .where('operation', '=', 'letterhead')
      .execute()
    const proof = { rows: [expect.objectContaining({ table: 'desk_settings' })] }
    expect(rows.map(({ detail, ...row }) => ({ ...row, ...JSON.parse(detail) }))).toEqual([
      {
        ...{ person: 'The manager', merchant: first.code, setting: 'letterhead', before: first.name },
        after: 'Northwind GmbH | Quay 1 | 1015 Amsterdam | NL1 | h•••p@n••••••••.test',
        proof,
      },
    ])
  })

  it('is kept from being overwritten by who has not seen the newest', async () => {
    const { changedAt } = await letterheadOf(first)
    const both = await Promise.all(['One', 'Two'].map((name) => put({ ...written, name, changedAt })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await put({ ...written, changedAt })).body.detail).toContain('Yours wasn’t saved')
  })

  it.each([
    ['name', { name: ' ' }, 'Enter a name'],
    ['name', { name: 'x'.repeat(81) }, 'Use 80 characters or fewer'],
    ['address', { address: ['1', '2', '3', '4', '5'] }, 'Use 4 lines or fewer'],
    ['taxNumber', { taxNumber: 'NL\u202e1' }, 'Remove control characters'],
    ['contact', { contact: 'a\nb' }, 'Remove line breaks and control characters'],
  ])('says of %s what to do', async (field, wrong, title) => {
    const { status, body } = await put({ ...written, ...wrong, changedAt: null })
    expect([status, body.fields[0].field.split('.')[0], body.fields[0].title]).toEqual([422, field, title])
  })

  it('is written by nobody without the right', async () => {
    for (const as of ['agent', 'finance'] as const) expect((await put({ ...written, changedAt: null }, { as })).status).toBe(403)
  })
})
