import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { verify } from '@/lib/journal/verify'
import { problemIn } from '@/lib/testing/endings'
import type { Refund } from '../refund'
import { askRefund } from './ask-refund'
import { listBatches, makeBatch } from './batches'
import { refundInDetail } from './list-refunds'
import { moveRefund, type RefundMove } from './move-refund'
import { agent, asked, finance, manager } from './refunds-for-tests'

const step = (refund: Pick<Refund, 'id' | 'version'>, kind: RefundMove, note: string | null = 'Looked at it') => ({
  stepId: randomUUID(),
  refundId: refund.id,
  version: refund.version,
  kind,
  note,
})
const approved = async () => moveRefund(finance, step(await askRefund(agent, asked()), 'approved'))
const kindsOf = ({ steps }: Refund) => steps.map(({ kind }) => kind)

describe.each(engines)('a decision on a refund on %s', (engine) => {
  const own = new OwnDatabase(engine)
  beforeEach(async () => {
    for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await own.store.deleteFrom(table).execute()
  })

  it('takes a decision back as a second step, and the request keeps its age', async () => {
    const one = await approved()
    const reopened = await moveRefund(finance, step(one, 'reopened', null))
    expect(reopened).toMatchObject({ state: 'waiting', version: 3, waitingSince: one.waitingSince })
    const refused = await moveRefund(manager, step(reopened, 'refused'))
    const again = await moveRefund(manager, step(refused, 'reopened', null))
    expect(kindsOf(again)).toEqual(['asked', 'approved', 'reopened', 'refused', 'reopened'])
    expect((await listBatches(finance)).offers).toEqual([])
  })

  it('takes back no decision of somebody else, none that went on, and none in a file', async () => {
    const others = await problemIn(moveRefund(manager, step(await approved(), 'reopened', null)))
    expect(others).toMatchObject({ kind: 'forbidden', code: 'not_your_decision' })
    expect(others.detail).toBe('Only The finance can undo this decision. Nothing was changed.')
    const failed = await moveRefund(finance, step(await approved(), 'failed'))
    expect((await problemIn(moveRefund(finance, step(failed, 'reopened', null)))).code).toBe('decided')
    const mine = await askRefund(finance, asked())
    expect((await problemIn(moveRefund(finance, step(mine, 'reopened', null)))).code).toBe('own_request')
    const filed = await approved()
    await makeBatch(finance, randomUUID(), { merchant: 'northwind', provider: 'acq', mid: 'acq_nw' })
    for (const version of [filed.version, filed.version + 1])
      expect((await problemIn(moveRefund(finance, step({ ...filed, version }, 'reopened', null)))).detail).toBe(
        'You have just added it to a batch file. Your change wasn’t saved. Look at the refund again.',
      )
  })

  it('takes no refusal back whose amount was requested again meanwhile', async () => {
    const chargeId = randomUUID()
    const refused = await moveRefund(finance, step(await askRefund(agent, asked({ chargeId, amount: '40.00' })), 'refused'))
    await askRefund(agent, asked({ chargeId, amount: '2.85' }))
    expect(await problemIn(moveRefund(finance, step(refused, 'reopened', null)))).toMatchObject({
      kind: 'conflict',
      code: 'requested_since',
      detail: 'Of 42.84 EUR received, 2.85 EUR has been requested since. The refusal wasn’t undone. Decide the newer request.',
    })
    expect((await refundInDetail(finance, refused.id)).refund.state).toBe('refused')
  })
})

describe.each(engines)('the journal of decisions taken back on %s', (engine) => {
  const own = new OwnDatabase(engine)

  it('vouches for the decision and for what took it back', async () => {
    const refund = await askRefund(agent, asked())
    const moveOf = (kind: RefundMove, version: number) => ({
      stepId: randomUUID(),
      refundId: refund.id,
      version,
      kind,
      note: null,
    })
    await moveRefund(finance, moveOf('refused', 1))
    await moveRefund(finance, moveOf('reopened', 2))
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({ whole: true })
    await own.store.updateTable('refund_steps').set({ kind: 'approved' }).where('number', '=', 3).execute()
    expect(await verify(own.store, own.place.DATA_DIR)).toMatchObject({
      whole: false,
      rows: [{ table: 'refund_steps', field: 'kind' }],
    })
  })
})
