import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { createPerson } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import { addGuideStep, startGuide } from '@/lib/playbooks/server/guides'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { asked, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { buyerKey } from '../waiting'
import { waitingFor } from './handlers'

describe.each(engines)('what waits for a person, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  const people = new Map<Role, Person>()
  const as = (role: Role) => people.get(role) ?? somebody('nobody', role)
  const buyerId = '83b5ce0d-119e-46aa-98b8-b47d67a58213'
  beforeAll(async () => {
    for (const role of ['agent', 'finance', 'manager', 'admin'] as const) {
      const given = { email: `${role}@desk.test`, name: role, role, password: 'a long enough password' }
      people.set(role, { ...somebody((await createPerson(own.store, given)) ?? '', role), name: role })
    }
    const fact = {
      merchant: 'northwind',
      buyer_id: buyerId,
      entity: 'buyer',
      field: 'email',
      value: '"odile@example.test"',
    } as const
    await own.store
      .insertInto('facts')
      .values({ ...fact, observed_at: new Date().toISOString(), source: 'read', operation: null, person: null })
      .execute()
  })

  it('are their own tickets with steps that are not ended, named by a masked e-mail', async () => {
    const begin = () =>
      startGuide(as('agent'), { id: randomUUID(), playbook: 'cancel', merchant: 'northwind', buyerId, ticket: 'T-9' })
    const [open, ended] = [await begin(), await begin()]
    const step = { version: 1, question: 'q', answer: 'a', words: 'w' }
    await addGuideStep(as('agent'), { ...step, stepId: randomUUID(), guideId: open.id, kind: 'answered' })
    await addGuideStep(as('agent'), { ...step, stepId: randomUUID(), guideId: ended.id, kind: 'ended' })
    const { guides, buyers } = await waitingFor(as('agent'))
    expect(guides).toMatchObject([{ id: open.id, playbook: 'cancel', ticket: 'T-9', buyerId, answered: 1 }])
    expect(buyers).toEqual({ [buyerKey('northwind', buyerId)]: 'o•••e@e••••••.test' })
    expect((await waitingFor(as('manager'))).guides).toEqual([])
  })

  it('are refunds for who decides them, with the one that waits longest', async () => {
    const first = await askRefund(as('agent'), asked())
    await askRefund(as('agent'), asked())
    expect((await waitingFor(as('finance'))).refunds).toMatchObject({ waiting: 2, first: { id: first.id } })
    expect((await waitingFor(as('manager'))).refunds.waiting).toBe(2)
    expect((await waitingFor(as('agent'))).refunds).toMatchObject({ waiting: 0, first: null })
  })

  it('is the dashboard’s health for an admin alone', async () => {
    await own.store.updateTable('journal_head').set({ seq: 999_999 }).execute()
    expect((await waitingFor(as('admin'))).troubles).toMatchObject([{ id: 'journal' }])
    for (const role of ['agent', 'finance', 'manager'] as const) expect((await waitingFor(as(role))).troubles).toEqual([])
  })
})
