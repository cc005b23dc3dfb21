import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines, OwnDatabase } from '@/lib/database/engines-for-tests'
import { askRefund } from './ask-refund'
import { batchFile, makeBatch } from './batches'
import { refundsFile } from './export-refunds'
import { refundInDetail, waitingRefunds } from './list-refunds'
import { moveRefund } from './move-refund'
import { agent, asked, charge, finance, noFilter } from './refunds-for-tests'

const personal = {
  products: ['Plus 4111 1111 1111 1111 for odile@example.test'],
  descriptor: 'NW 203.0.113.24',
  providerTransaction: 'paid by 4111-1111-1111-1111',
  status: 'settled from 203.0.113.24',
}
const plain = {
  products: ['Plus, 1.234,56 until 2026-12-31'],
  descriptor: 'NW 8005551234',
  providerTransaction: '4242424242424242',
}
const shown = {
  products: ['Plus •••• 1111 for o•••e@e••••••.test'],
  descriptor: 'NW 203.0.113.•••',
  providerTransaction: 'paid by •••• 1111',
  status: 'settled from 203.0.113.•••',
}
const told = /4111|203\.0\.113\.24|odile@/

describe.each(engines)('what the service says of a charge to be refunded, on %s,', (engine) => {
  const own = new OwnDatabase(engine)
  const keptOf = async (id: string) =>
    (await own.store.selectFrom('refunds').select('charge').where('id', '=', id).executeTakeFirstOrThrow()).charge
  const askedWith = (more: object) => {
    const given = asked()
    return askRefund(agent, { ...given, charge: { ...given.charge, ...more } })
  }

  it('is kept without what is personal in it', async () => {
    const { id } = await askedWith(personal)
    expect(JSON.parse(await keptOf(id))).toMatchObject(shown)
    expect(await keptOf(id)).not.toMatch(told)
  })

  it('stays whole where nothing in it is', async () => {
    const { id } = await askedWith(plain)
    expect(JSON.parse(await keptOf(id))).toMatchObject({ ...plain, createdAt: charge.createdAt, amount: charge.amount })
    expect((await refundInDetail(finance, id)).refund.charge).toMatchObject(plain)
  })

  it('is shown, listed and exported without it where it was kept with it before', async () => {
    const { id } = await askedWith({})
    const older = JSON.stringify({ ...JSON.parse(await keptOf(id)), ...personal })
    await own.store.updateTable('refunds').set({ charge: older }).where('id', '=', id).execute()
    expect((await refundInDetail(finance, id)).refund.charge).toMatchObject(shown)
    expect(JSON.stringify(await waitingRefunds(agent, true))).not.toMatch(told)
    expect((await refundsFile(finance, noFilter)).text).not.toMatch(told)
  })

  it('goes to the provider without it', async () => {
    const { id, version } = await askedWith({ ...personal, provider: 'acq-2' })
    await moveRefund(finance, { stepId: randomUUID(), refundId: id, version, kind: 'approved', note: 'Looked at it' })
    const batch = randomUUID()
    await makeBatch(finance, batch, { merchant: 'northwind', provider: 'acq-2', mid: charge.mid })
    expect((await batchFile(finance, batch)).file).toContain('paid by •••• 1111')
  })
})
