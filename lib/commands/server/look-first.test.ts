import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { holdWriteLock } from '@/lib/database/write-lock-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { oneAction } from './actions'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide } from './approvals'
import type { CommandCall } from './command-call'
import { commandNamed } from './command-named'
import { ada, askedAfter, buyerId, commandOf, outcomeOf, personCalled } from './commands-for-tests'
import { crossingOn } from './crossing-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { performUndo, sendAgain } from './perform-undo'
import { type Answering, answer, bePatient, done, refuse, reset } from './service-for-tests'
import { settleByPerson } from './settling'

const max = personCalled('Max', 'manager')
const changedBack = { code: 'cannot_undo', detail: expect.stringContaining('An undo would overwrite that') }

describe.each(engines)('what somebody has changed elsewhere, and nobody has read, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, max], {})
  journal.reads = 'auto'
  const { params, until, turned, undone, undoOf, held, told, read } = crossingOn(journal)
  const listing = (of: { subscriptionId: string }, day: string | null) => {
    const endDate = day && `${day}T00:00:00+00:00`
    const data = [{ id: of.subscriptionId, buyerId, status: 'active', endDate }]
    journal.service.reading = (_, response) => answer(response, 200, { data })
  }
  beforeEach(() => {
    journal.service.reading = (_, response) => answer(response, 500, {})
  })

  test('is not undone', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const moved = await told(until(on, '2027-03-01'))
    listing(on, '2027-09-09')
    await expect(undone(moved)).rejects.toMatchObject({ problem: changedBack })
    expect(journal.service.received).toHaveLength(1)
    listing(on, '2027-03-01')
    expect((await undone(moved)).headers.get('x-outcome')).toBe('done')
  })

  test('is not overwritten either where it can’t be read', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const moved = await told(until(on, '2027-03-01'))
    await expect(undone(moved)).rejects.toMatchObject({ problem: { code: 'not_read', kind: 'unavailable' } })
    expect(journal.service.received).toHaveLength(1)
  })

  const unknown = { uuid: randomUUID(), code: 3000, message: 'Entity not found', traceId: 't-1' }
  const refused = { uuid: randomUUID(), code: 3001, message: 'Access denied', traceId: 't-1' }
  const looks: [string, Answering][] = [
    ['is refused once', (_, response) => answer(response, 403, refused)],
    ['doesn’t list it', (_, response) => answer(response, 200, { data: [], meta: { type: 'collection', total: 0, offset: 0 } })],
    ['finds nothing there', (_, response) => answer(response, 404, { ...refused, message: 'Entity not found' })],
  ]

  test.each(looks)('is not overwritten either where the look %s, nor after it', async (_, reading) => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const moved = await told(until(on, '2027-03-01'))
    journal.service.reading = reading
    for (const _ of [1, 2]) await expect(undone(moved)).rejects.toMatchObject({ problem: { code: 'not_read' } })
    expect(journal.service.received).toHaveLength(1)
  })

  test('is not overwritten where what the look shows can’t be kept', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const moved = await told(until(on, '2027-03-01'))
    listing(on, '2027-09-09')
    const release = await holdWriteLock(journal.place)
    await expect(undone(moved)).rejects.toMatchObject({ problem: { code: 'not_read' } })
    await release()
    const shown = () => expect(undone(moved)).rejects.toMatchObject({ problem: changedBack })
    await vi.waitFor(shown, { timeout: 10_000 }) // after a lock nothing is noted for a moment
    expect(journal.service.received).toHaveLength(1)
  })

  test('is found on another page of a long list', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const moved = await told(until(on, '2027-03-01'))
    const one = [{ id: on.subscriptionId, buyerId, status: 'active', endDate: '2027-03-01T00:00:00+00:00' }]
    journal.service.reading = ({ path }, response) =>
      answer(response, 200, {
        data: path.includes(on.subscriptionId) ? one : [],
        meta: { type: 'collection', total: 101, offset: 0 },
      })
    expect((await undone(moved)).headers.get('x-outcome')).toBe('done')
  })

  test.each([
    ['somebody else has the address by now', { buyerId: randomUUID() }],
    ['nobody has it', null],
  ])('is an e-mail that isn’t put back: %s', async (_, holder) => {
    const on = { buyerId }
    await read({ buyerId, subscriptionId: randomUUID() }, {}, new Date())
    const email = `${randomUUID()}@buyer.test`
    const given = { params: on, body: { email: `first-${email}` }, buyerId }
    await told(commandOf('changeBuyerEmail', given))
    const changed = await told(commandOf('changeBuyerEmail', { ...given, body: { email } }))
    journal.service.reading = (_, response) =>
      holder === null ? answer(response, 404, unknown) : answer(response, 200, { data: holder })
    const undo = () => performUndo(ada, changed.actionId, askedAfter(ada, 'undo', changed.actionId))
    await expect(undo()).rejects.toMatchObject({ problem: changedBack })
    journal.service.reading = (_, response) => answer(response, 200, { data: { buyerId } })
    expect((await undo()).headers.get('x-outcome')).toBe('done')
  })

  test.each([
    ['checked', false],
    ['by-hand', true],
  ] as const)(
    'may be what a look has shown of a switch, so that is undone only by somebody’s word: %s',
    async (how, possible) => {
      const on = params()
      await read(on, { autoChargeStatus: true, endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
      const off = turned(on, false)
      await held(off)
      await settleByPerson(ada, off.actionId, { as: 'happened', how, reason: 'Seen' })
      await read(on, { autoChargeStatus: false }, new Date(Date.now() + 1))
      expect(await undoOf(off)).toMatchObject({ possible })
      const moved = until(on, '2027-03-01')
      await held(moved)
      await settleByPerson(ada, moved.actionId, { as: 'happened', how, reason: 'Seen' })
      await read(on, { endDate: '2027-03-01T00:00:00+00:00' }, new Date(Date.now() + 1))
      expect(await undoOf(moved)).toMatchObject({ possible: true })
    },
  )

  describe('is not overwritten by sending again what stayed without an answer', () => {
    async function lost(call: CommandCall) {
      bePatient(5_000)
      journal.service.answering = reset
      await outcomeOf(perform(call))
      journal.service.answering = done
      return () => sendAgain(ada, call.actionId, askedAfter(ada, 'send-again', call.actionId))
    }
    const elsewhere = (why: string) => ({ problem: { code: 'cannot_send_again', detail: expect.stringContaining(why) } })

    // The change of an end date that is over can't be undone.
    test.each(['2027-02-01', '2026-01-01'])('as a look of a copy whose clock is behind shows: before %s', async (before) => {
      const on = params()
      await read(on, { endDate: `${before}T00:00:00+00:00` }, new Date(Date.now() - 70_000))
      const call = until(on, '2027-03-01')
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      const again = await lost(call)
      vi.useRealTimers()
      await expect(again()).rejects.toMatchObject({ problem: { code: 'not_read' } })
      listing(on, '2027-09-09')
      await expect(again()).rejects.toMatchObject(elsewhere('Sending again would overwrite that'))
      expect((await oneAction(ada, call.actionId)).sendAgain).toMatchObject({ possible: false })
      expect(journal.service.received).toHaveLength(1)
      listing(on, '2027-03-01')
      await read(on, { endDate: '2027-03-01T00:00:00+00:00' }, new Date(Date.now() + 1)) // as it was to be
      bePatient(5_000)
      expect((await again()).headers.get('x-outcome')).toBe('done')
    })

    test('as a look doesn’t show any more', async () => {
      const on = params()
      await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
      const again = await lost(until(on, '2027-03-01'))
      listing(on, null)
      await expect(again()).rejects.toMatchObject(elsewhere('might overwrite a change'))
    })

    test('as a search shows of an e-mail', async () => {
      const on = { buyerId: randomUUID() }
      const search = { merchant: 'northwind', ...on, source: 'read', operation: 'findBuyerByEmail', person: null } as const
      await saveFacts([{ entity: 'buyer', field: 'email', value: 'before@buyer.test' }], search)
      const body = { email: 'wanted@buyer.test' }
      const call = commandOf('changeBuyerEmail', { params: on, body, buyerId: on.buyerId })
      const again = await lost(call)
      journal.service.reading = (_, response) => answer(response, 404, unknown)
      await expect(again()).rejects.toMatchObject(elsewhere('another e-mail address by now'))
      expect(JSON.stringify(await oneAction(ada, call.actionId))).not.toMatch(/(before|wanted)@buyer/)
      journal.service.reading = (_, response) => answer(response, 200, { data: on })
      bePatient(5_000)
      expect((await again()).headers.get('x-outcome')).toBe('done')
    })
  })

  test('is looked at again after an approval has waited for its turn', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const wanted = { merchant: 'northwind', params: on, body: { expirationDate: '2027-03-01', reason: 'Asked' } }
    const { id } = await askApproval(commandNamed('changeExpirationDate'), wanted, {
      person: ada,
      actionId: randomUUID(),
      ticket: null,
    })
    const { effectHash } = await approvalInDetail(max, id)
    bePatient(5_000)
    const end = journal.service.hold(refuse)
    const first = outcomeOf(perform(turned(on, false)))
    await vi.waitFor(() => expect(journal.service.received).toHaveLength(1), { timeout: 10_000 })
    let looks = 0
    journal.service.reading = (_, response) => {
      looks += 1
      const endDate = `${looks === 1 ? '2027-02-01' : '2027-09-09'}T00:00:00+00:00`
      answer(response, 200, { data: [{ id: on.subscriptionId, buyerId, status: 'active', endDate }] })
    }
    const approving = outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
    await vi.waitFor(() => expect(looks).toBe(1), { timeout: 10_000 })
    await end()
    expect([await first, await approving, journal.service.received.length]).toEqual(['refused', 'changed', 1])
  })

  test('is looked at again before a request is approved', async () => {
    const on = params()
    await read(on, { endDate: '2027-02-01T00:00:00+00:00' }, new Date(Date.now() - 70_000))
    const wanted = { merchant: 'northwind', params: on, body: { expirationDate: '2027-03-01', reason: 'Asked' } }
    const given = { person: ada, actionId: randomUUID(), ticket: null }
    const { id } = await askApproval(commandNamed('changeExpirationDate'), wanted, given)
    const { effectHash } = await approvalInDetail(max, id)
    const approved = (effectHash: string) => outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
    expect(await approved(effectHash)).toBe('not_read')
    listing(on, '2027-09-09')
    expect(await approved(effectHash)).toBe('changed')
    expect(journal.service.received).toHaveLength(0)
    expect(await approved((await approvalInDetail(max, id)).effectHash)).toBe('done')
  })

  test('is an e-mail that a request for approval was made on', async () => {
    await read({ buyerId, subscriptionId: randomUUID() }, {}, new Date())
    const search = { merchant: 'northwind', buyerId, source: 'read', operation: 'findBuyerByEmail', person: null } as const
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'was@buyer.test' }], search)
    const wanted = { merchant: 'northwind', params: { buyerId }, body: { email: `${randomUUID()}@buyer.test` } }
    const { id } = await askApproval(commandNamed('changeBuyerEmail'), wanted, {
      person: ada,
      actionId: randomUUID(),
      ticket: null,
    })
    const { effectHash } = await approvalInDetail(max, id)
    const approved = (effectHash: string) => outcomeOf(decide(max, id, { approve: true, effectHash, note: null }))
    expect(await approved(effectHash)).toBe('not_read')
    journal.service.reading = (_, response) => answer(response, 404, { ...refused, message: 'Entity not found' })
    expect(await approved(effectHash)).toBe('changed')
    expect(journal.service.received).toHaveLength(0)
    bePatient(5_000)
    expect(await approved((await approvalInDetail(max, id)).effectHash)).toBe('done')
  })
})
