import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { factsOf } from '@/lib/knowledge/server/facts'
import { remember } from '@/lib/knowledge/server/remember'
import { findBuyerByEmail, listTokens } from '@/lib/operations/queries'
import type { CommandCall } from './command-call'
import { ada, commandOf } from './commands-for-tests'
import { crossingOn } from './crossing-for-tests'
import { JournalForTests } from './journal-for-tests'
import { settleByPerson } from './settling'

const seenByHand = { how: 'by-hand', reason: 'Seen in the panel' } as const
const soon = () => new Date(Date.now() + 1)

describe.each(engines)('what is known of a thing after an action, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada], {})
  const { params, until, turned, changed, undone, undoOf, held, told, read, known } = crossingOn(journal)

  test('is nothing, where a read that was asked for meanwhile has shown something else, until the next read', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00', status: 'active' }, new Date(Date.now() - 70_000))
    const moved = until(on, '2027-03-01')
    const release = await held(moved)
    await read(on, { endDate: '2027-09-09T00:00:00+00:00' }, soon())
    await release()
    expect(await known(on)).toMatchObject({ endDate: null, status: 'active' })
    expect([await changed(moved), await undoOf(moved)]).toMatchObject(['maybe', { possible: false }])
    await expect(undone(moved)).rejects.toMatchObject({ problem: { code: 'cannot_undo' } })
    await read(on, { endDate: '2027-03-01T00:00:00+00:00' }, soon())
    expect([await changed(moved), await undoOf(moved)]).toMatchObject([null, { possible: true }])
  })

  test('is nothing, also where that read shows what was known a moment ago, or is kept after the answer', async () => {
    const on = params()
    await read(on, { autoChargeStatus: true })
    const off = turned(on, false)
    const release = await held(off)
    await read(on, { autoChargeStatus: true }, soon())
    await release()
    expect([await known(on), await changed(off)]).toMatchObject([{ autoChargeStatus: null }, 'maybe'])

    await read(on, { autoChargeStatus: false }, soon())
    const again = turned(on, true)
    const releaseAgain = await held(again)
    const meanwhile = new Date()
    await releaseAgain()
    await read(on, { autoChargeStatus: false }, meanwhile)
    expect([await known(on), await changed(again)]).toMatchObject([{ autoChargeStatus: null }, 'maybe'])
  })

  test('isn’t put back to what its slow answer shows beside what it has set', async () => {
    const on = params()
    await read(on, { endDate: '2026-05-05T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const release = await held(turned(on, false))
    await read(on, { endDate: '2027-09-09T00:00:00+00:00' }, soon())
    await release()
    expect(await known(on)).toMatchObject({ endDate: null, autoChargeStatus: false })
  })

  test('is a buyer’s e-mail again once a search has found them, which a token of old doesn’t change', async () => {
    const on = { buyerId: randomUUID() }
    const changedTo = (email: string, acknowledges: string | null = null) =>
      commandOf('changeBuyerEmail', { params: on, body: { email }, buyerId: on.buyerId, acknowledges })
    const emailOf = async () => (await factsOf('northwind', on.buyerId, 'buyer')).find(({ field }) => field === 'email')?.value
    const first = changedTo('one@buyer.test')
    const release = await held(first)
    await told(changedTo('two@buyer.test', first.actionId))
    await release()
    expect(await emailOf()).toBeNull()
    const by = { merchant: 'northwind', person: 'Ada', askedAt: soon() }
    const tokens = listTokens.answer.parse({ data: [{ id: 1, tokens: [{ id: 7, email: 'old@buyer.test' }] }] })
    const withTokens = () => remember({ ...by, operation: listTokens, params: on }, tokens)
    const found = findBuyerByEmail.answer.parse({ data: on })
    await withTokens()
    expect(await emailOf()).toBeNull()
    await remember({ ...by, operation: findBuyerByEmail, params: { email: 'one@buyer.test' } }, found)
    await withTokens()
    expect(await emailOf()).toBe('one@buyer.test')
  })

  test('is no buyer’s e-mail that only a token of old has, where a search was on its way beside the change', async () => {
    const on = { buyerId: randomUUID() }
    const by = { merchant: 'northwind', person: 'Ada' }
    const found = findBuyerByEmail.answer.parse({ data: on })
    const emailOf = async () => (await factsOf('northwind', on.buyerId, 'buyer')).find(({ field }) => field === 'email')?.value
    const changed = commandOf('changeBuyerEmail', { params: on, body: { email: 'new@buyer.test' }, buyerId: on.buyerId })
    const release = await held(changed)
    await remember({ ...by, askedAt: new Date(), operation: findBuyerByEmail, params: { email: 'old@buyer.test' } }, found)
    await release()
    expect(await emailOf()).toBeNull()
    const tokens = listTokens.answer.parse({ data: [{ id: 1, tokens: [{ id: 7, email: 'old@buyer.test' }] }] })
    await remember({ ...by, askedAt: soon(), operation: listTokens, params: on }, tokens)
    expect(await emailOf()).toBeNull()
  })

  describe('settled as applied', () => {
    const settled = async ({ actionId }: CommandCall) => settleByPerson(ada, actionId, { as: 'happened', ...seenByHand })

    test('leaves nothing known of what it set, also by a read that was asked for before', async () => {
      const on = params()
      const before = new Date()
      await read(on, { autoChargeStatus: true }, before)
      const off = turned(on, false)
      await held(off)
      await settled(off)
      expect(await known(on)).toMatchObject({ autoChargeStatus: null })
      await read(on, { autoChargeStatus: true }, before)
      expect(await known(on)).toMatchObject({ autoChargeStatus: null })
      await read(on, { autoChargeStatus: true }, new Date(Date.now() + 1))
      expect(await known(on)).toMatchObject({ autoChargeStatus: true })
    })

    test('leaves what was read since it was begun, if it shows it; otherwise nothing is known, and it can’t be undone', async () => {
      for (const [shows, value] of [
        [false, false],
        [true, null],
      ]) {
        const on = params()
        await read(on, { autoChargeStatus: true }, new Date(Date.now() - 70_000))
        const off = turned(on, false)
        await held(off)
        await read(on, { autoChargeStatus: shows }, new Date(Date.now() + 1))
        await settled(off)
        expect(await known(on)).toMatchObject({ autoChargeStatus: value })
        expect(await undoOf(off)).toMatchObject({ possible: value === false })
      }
    })

    test('teaches an e-mail address, which no read tells anew, unless a later one has set another', async () => {
      const [own, other] = [{ buyerId: randomUUID() }, { buyerId: randomUUID() }]
      const changedTo = (on: { buyerId: string }, email: string, acknowledges: string | null = null) =>
        commandOf('changeBuyerEmail', { params: on, body: { email }, buyerId: on.buyerId, acknowledges })
      const emailOf = async ({ buyerId }: { buyerId: string }) => (await factsOf('northwind', buyerId, 'buyer'))[0]?.value
      const [alone, first] = [changedTo(own, 'new@buyer.test'), changedTo(other, 'new@buyer.test')]
      await held(alone)
      await held(first)
      await told(changedTo(other, 'newer@buyer.test', first.actionId))
      for (const call of [alone, first]) await settled(call)
      expect([await emailOf(own), await emailOf(other)]).toEqual(['new@buyer.test', null])
    })

    test('leaves nothing known of what it may have moved, either', async () => {
      const on = params()
      await read(on, { product: { id: 'old' }, endDate: '2027-02-01' }, new Date(Date.now() - 10))
      const down = commandOf('downgradeSubscription', { params: on })
      await held(down)
      await settled(down)
      expect(await known(on)).toMatchObject({ product: null, endDate: null })
    })
  })
})
