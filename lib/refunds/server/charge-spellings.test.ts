import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { spellingsOf } from '@/lib/database/same-id'
import { problemIn } from '@/lib/testing/endings'
import { askRefund } from './ask-refund'
import { buyerRefunds, refundInDetail } from './list-refunds'
import { agent, asked, finance } from './refunds-for-tests'
import { spellings } from './spellings-for-tests'

const inFull = { kind: 'conflict', code: 'requested_in_full' }

describe.each(engines)('a refund that was kept on %s before ids had one spelling', (engine) => {
  const own = new OwnDatabase(engine)

  it.each(spellings)('counts for its charge, kept %s', async (_, spelt) => {
    const chargeId = `fe0a${randomUUID().slice(4)}`
    const first = await askRefund(agent, asked({ chargeId, amount: '40.00' }))
    const { charge } = await own.store.selectFrom('refunds').select('charge').where('id', '=', first.id).executeTakeFirstOrThrow()
    const older = { charge_id: spelt(chargeId), charge: JSON.stringify({ ...JSON.parse(charge), chargeId: spelt(chargeId) }) }
    await own.store.updateTable('refunds').set(older).where('id', '=', first.id).execute()
    const kept = (await buyerRefunds(finance, 'northwind', first.buyerId)).find(({ id }) => id === first.id)
    expect(kept?.charge.chargeId).toBe(chargeId)
    const found = own.store.selectFrom('refunds').select('id').where(sql`${chargeId}`, 'in', spellingsOf('charge_id'))
    expect(await found.execute()).toEqual([{ id: first.id }])
    const second = await askRefund(finance, asked({ chargeId, amount: '2.84' }))
    expect((await refundInDetail(finance, second.id)).left).toBe('2.84')
    expect(await problemIn(askRefund(finance, asked({ chargeId, amount: '0.01' })))).toMatchObject(inFull)
  })

  it('leaves other charges alone', async () => {
    await askRefund(agent, asked({ chargeId: 'Ch-1' }))
    expect(await problemIn(askRefund(agent, asked({ chargeId: 'ch-1' })))).toMatchObject(inFull)
    await askRefund(agent, asked({ chargeId: 'ch1' }))
    await askRefund(agent, asked())
  })
})
