import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import type { OperationName } from '@/lib/operations'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide, listApprovals } from './approvals'
import { commandCall } from './command-call'
import { commandNamed } from './command-named'
import { ada, commandOf, outcomeOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'

const max = personCalled('Max', 'manager')

describe.each(engines)('requests for approval on %s', { timeout: 30_000 }, (engine) => {
  const journal = new JournalForTests(engine, [ada, max], { people: [ada.email, max.email] })

  test('that wait are listed, also behind a hundred newer ones that were decided', async () => {
    const wanted = { merchant: 'northwind', params: { buyerId: randomUUID() }, body: { email: 'grace@buyer.test' } }
    const given = { person: ada, actionId: randomUUID(), ticket: 'T-1' }
    const { id } = await askApproval(commandNamed('changeBuyerEmail'), wanted, given)
    const row = await journal.witness.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const newer = Array.from({ length: 120 }, (_, at) => ({
      ...row,
      ...{ id: randomUUID(), action_id: randomUUID(), state: 'declined' as const },
      asked_at: new Date(Date.parse(row.asked_at) + at).toISOString(),
    }))
    await journal.witness.insertInto('approvals').values(newer).execute()
    const lists = [await listApprovals(max), await listApprovals(ada)]
    await journal.witness.deleteFrom('approvals').where('state', '=', 'declined').execute() // the journal knows nothing of them
    for (const listed of lists) {
      expect(listed.filter(({ state }) => state === 'waiting').map((approval) => approval.id)).toEqual([id])
      const times = listed.map(({ askedAt }) => askedAt)
      expect([times.length, times]).toEqual([101, times.toSorted().toReversed()])
    }
  })

  const asked = (operation: OperationName, body: object, buyerId?: string) => {
    const params: Record<string, string> = buyerId === undefined ? {} : { buyerId }
    const wanted = { merchant: 'northwind', params, body }
    const given = { person: ada, actionId: randomUUID(), ticket: null }
    const typed = { buyerAddress: '198.51.100.7' }
    return outcomeOf(askApproval(commandNamed(operation), { ...wanted, ...typed }, given).then(() => new Response()))
  }

  test('aren’t made twice for the same, however it’s spelled', async () => {
    const [known, email] = [randomUUID(), `${randomUUID()}@buyer.test`]
    const witness = { merchant: 'northwind', source: 'read', operation: null, person: null } as const
    await saveFacts([{ entity: 'buyer', field: 'email', value: email }], { ...witness, buyerId: known })
    const order = { returnUrl: 'https://shop.example.test/thanks', products: [{ productCode: 'NWPLUS1', quantity: 1 }] }
    const whole = { ...order, isMobile: false, currency: 'EUR' }
    expect(await asked('createInitialOrder', { ...whole, buyerId: known })).toBeNull()
    const spelled = [
      { ...whole, buyer: { email } },
      { ...whole, buyer: { email: email.toUpperCase() } },
      { ...whole, buyerId: known, metaData: {} },
    ]
    for (const body of spelled) expect(await asked('createInitialOrder', body)).toBe('already_requested')
    expect(await asked('createInitialOrder', { ...whole, buyer: { email: 'another@buyer.test' } })).toBeNull()

    const buyerId = randomUUID()
    expect(await asked('changeBuyerEmail', { email: 'new@buyer.test' }, buyerId)).toBeNull()
    expect(await asked('changeBuyerEmail', { email: 'New@Buyer.test' }, buyerId)).toBe('already_requested')
    expect(await asked('changeBuyerEmail', { email: 'newer@buyer.test' }, buyerId)).toBeNull()

    const made = { email: 'made@buyer.test', country: 'DE' }
    expect(await asked('createBuyer', made)).toBeNull()
    const same = [{ email: 'MADE@buyer.test' }, { zip: null }, { zip: '' }, { buyerMeta: {} }, { merchantCode: 'northwind' }]
    for (const more of same) expect(await asked('createBuyer', { ...made, ...more })).toBe('already_requested')
    expect(await asked('createBuyer', { ...made, zip: '10115' })).toBeNull()
  })

  test('say to whoever decides that the same was done already, where that charges once more', async () => {
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    const body = { expirationDate: new Date().toISOString().slice(0, 10), reason: 'Goodwill' }
    const wanted = { merchant: 'northwind', params, body, buyerAddress: '198.51.100.7' }
    const given = { person: ada, actionId: randomUUID(), ticket: null }
    const { id } = await askApproval(commandNamed('changeExpirationDate'), wanted, given)
    const before = await approvalInDetail(max, id)
    expect(before.effect.repeats).toBeUndefined()
    const own = commandOf('changeExpirationDate', { params, body, person: max, renewalConfirmed: true })
    expect((await perform(own)).headers.get('x-outcome')).toBe('done')
    const { effect, changes } = await approvalInDetail(max, id)
    expect(effect.repeats).toMatchObject({ actionId: own.actionId, person: 'Max' })
    expect(changes).toContainEqual({ field: 'repeats', label: 'The same done already', asked: 'no', now: 'by Max' })
  })

  test('are looked at again where the same was done after they were shown', async () => {
    const products = [{ productCode: 'NWPLUS1', quantity: 1 }]
    const order = { buyer: { email: 'again@buyer.test' }, products, isMobile: false, currency: 'EUR' }
    const body = { ...order, returnUrl: 'https://shop.example.test/thanks' }
    const wanted = { merchant: 'northwind', params: {}, body, buyerAddress: '198.51.100.7' }
    const create = commandNamed('createInitialOrder')
    const { id } = await askApproval(create, wanted, { person: ada, actionId: randomUUID(), ticket: null })
    const shown = await approvalInDetail(max, id)
    const own = await commandCall(create, wanted, { person: max, actionId: randomUUID(), approved: true })
    expect((await perform(own)).headers.get('x-outcome')).toBe('done')
    const approved = ({ effectHash }: { effectHash: string }) =>
      outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
    expect(await approved(shown)).toBe('changed')
    expect(await approved(await approvalInDetail(max, id))).toBe('done')
  })
})
