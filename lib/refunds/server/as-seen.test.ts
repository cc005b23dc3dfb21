import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { problemIn } from '@/lib/testing/endings'
import type { Refund } from '../refund'
import { askRefund } from './ask-refund'
import { moveRefund, type RefundMove } from './move-refund'
import { agent, asked, finance, manager } from './refunds-for-tests'

const move = ({ id, version }: Refund, kind: RefundMove) =>
  moveRefund(finance, { stepId: randomUUID(), refundId: id, version, kind, note: kind === 'reopened' ? null : 'Looked at it' })
const end = 'since you opened this. Nothing was requested now. Check it, then request again.'

describe.each(engines)('a refund that is requested of what was seen, on %s', (engine) => {
  const own = new OwnDatabase(engine)
  let chargeId = ''
  beforeEach(async () => {
    chargeId = randomUUID()
    for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await own.store.deleteFrom(table).execute()
  })

  const ofSeen = (seen?: string[], amount = '5.00') => asked({ chargeId, amount, seen })
  const count = async () => (await own.store.selectFrom('refunds').select('id').execute()).length

  it('is one where three saw that nothing was requested', async () => {
    const tries = await Promise.allSettled([agent, agent, manager].map((person) => askRefund(person, ofSeen([]))))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await count()).toBe(1)
  })

  it('says who requested what meanwhile, and takes it from whoever saw that', async () => {
    const { id } = await askRefund(agent, ofSeen([]))
    expect(await problemIn(askRefund(manager, ofSeen([])))).toMatchObject({
      ...{ kind: 'conflict', code: 'changed' },
      detail: `The agent requested a refund of 5.00 EUR for this charge ${end}`,
    })
    expect((await problemIn(askRefund(agent, ofSeen([])))).detail).toMatch(/^You requested a refund of 5\.00 EUR/)
    expect((await askRefund(manager, ofSeen([id]))).amount).toBe('5.00')
    expect(await count()).toBe(2)
  })

  it('says that one was refused, or is reopened', async () => {
    const first = await askRefund(agent, ofSeen([]))
    const refused = await move(first, 'refused')
    expect((await problemIn(askRefund(manager, ofSeen([first.id])))).detail).toBe(
      `A refund that was requested for this charge was refused ${end}`,
    )
    await move(refused, 'reopened')
    expect((await problemIn(askRefund(manager, ofSeen([])))).detail).toBe(
      `The refund of 5.00 EUR that The agent requested for this charge was reopened ${end}`,
    )
  })

  it('says what changed before it says that too much is asked for, and that nothing is left before both', async () => {
    await askRefund(agent, ofSeen([]))
    expect((await problemIn(askRefund(manager, ofSeen([], '42.84')))).code).toBe('changed')
    await askRefund(agent, asked({ chargeId, amount: '37.84' }))
    expect((await problemIn(askRefund(manager, ofSeen([])))).code).toBe('requested_in_full')
  })

  it('asks nothing of a script that says nothing of what it saw', async () => {
    await askRefund(agent, ofSeen())
    await askRefund(agent, ofSeen())
    expect(await count()).toBe(2)
  })
})
