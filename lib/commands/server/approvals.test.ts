import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { claim } from '@/lib/journal/action-ids'
import { saveFacts } from '@/lib/knowledge/server/facts'
import type { Person } from '@/lib/people/server/sessions'
import { problemIn } from '@/lib/testing/endings'
import type { Approval } from '../approval'
import { aboutApprovals } from './approval-about'
import { approvalInDetail } from './approval-detail'
import { approvalRow, askAgain, askApproval, decide, listApprovals } from './approvals'
import { commandNamed } from './command-named'
import { ada, askedAfter, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { closeApproval } from './spend-approval'

const [max, mia, bob] = [personCalled('Max', 'manager'), personCalled('Mia', 'manager'), personCalled('Bob')]

describe.each(engines)('a request for approval on %s', { timeout: 30_000 }, (engine) => {
  const journal = new JournalForTests(engine, [ada, bob, max, mia], { people: [ada.email, max.email] })

  const wanted = () => ({
    merchant: 'northwind',
    params: { buyerId: randomUUID() },
    body: { email: 'grace@buyer.test' },
  })
  const ask = (given: Partial<ReturnType<typeof wanted>> = {}, person = ada, actionId: string = randomUUID()) =>
    askApproval(commandNamed('changeBuyerEmail'), { ...wanted(), ...given }, { person, actionId, ticket: 'T-1' })
  const hashOf = async (id: string) => (await approvalInDetail(max, id)).effectHash
  const change = (id: string, to: object) => journal.witness.updateTable('approvals').set(to).where('id', '=', id).execute()
  const noted = async ({ actionId }: Approval) => {
    const rows = await journal.witness
      .selectFrom('journal')
      .select('detail')
      .where('action_id', '=', actionId)
      .orderBy('seq')
      .execute()
    return rows.map(({ detail }) => JSON.parse(detail))
  }

  test('tells what is asked for, masked, and whose it is', async () => {
    const given = wanted()
    const approval = await askApproval(commandNamed('changeBuyerEmail'), given, {
      person: ada,
      actionId: randomUUID(),
      ticket: 'T-1',
    })
    const request = { params: given.params, body: { email: 'g•••e@b••••.test' } }
    expect(approval.words).toBe('Change e-mail')
    expect(approval).toMatchObject({ request, mine: true, person: 'Ada', ticket: 'T-1', state: 'waiting', note: null })
    expect((await approvalInDetail(max, approval.id)).approval).toMatchObject({ request, mine: false })
    expect((await noted(approval))[0]).toMatchObject({ request, effect: { rows: [{ field: 'email' }] } })
  })

  test('is made once under an id', async () => {
    const actionId = randomUUID()
    const { id } = await ask({}, ada, actionId)
    expect(await problemIn(ask({}, ada, actionId))).toMatchObject({ kind: 'conflict', code: 'action_id_used' })
    const rows = await journal.witness.selectFrom('approvals').select('id').where('action_id', '=', actionId).execute()
    expect(rows).toEqual([{ id }])
  })

  test('that somebody changed in the database is not decided on', async () => {
    const { id } = await ask()
    await change(id, { ticket: 'T-2' })
    expect(await problemIn(decide(max, id, { approve: false, effectHash: '', note: null }))).toMatchObject({
      kind: 'unavailable',
      code: 'row_changed',
    })
    await change(id, { ticket: 'T-1' })
    expect((await decide(max, id, { approve: false, effectHash: '', note: null })).status).toBe(200)
  })

  test('is looked at by who asked and by who may approve, and by nobody else', async () => {
    const { id } = await ask()
    const forbidden = { kind: 'forbidden', detail: 'This isn’t your request.' }
    expect(await problemIn(approvalInDetail(bob, id))).toMatchObject(forbidden)
    expect([(await approvalInDetail(ada, id)).approval.id, (await approvalInDetail(mia, id)).factsChanged]).toEqual([id, false])
    expect(await problemIn(approvalRow(randomUUID()))).toMatchObject({
      kind: 'notFound',
      detail: 'We couldn’t find that request.',
    })
  })

  test('is listed for a day, to the asker and to managers of its merchant account', async () => {
    const [recent, old, closed] = [await ask(), await ask(), await ask({ merchant: 'closed' })]
    const ago = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString()
    // The rows are compared with the journal after the test, so they are put back.
    await change(recent.id, { asked_at: ago(23.9) })
    await change(old.id, { asked_at: ago(24.1) })
    const seenBy = async (person: Person) => {
      const ids = (await listApprovals(person)).map(({ id }) => id)
      return [recent, old, closed].map(({ id }) => ids.includes(id))
    }
    expect(await seenBy(max)).toEqual([true, false, true])
    expect(await seenBy(mia)).toEqual([true, false, false])
    expect(await seenBy(ada)).toEqual([true, false, true])
    expect(await seenBy(bob)).toEqual([false, false, false])
    for (const { id, askedAt } of [recent, old]) await change(id, { asked_at: askedAt })
  })

  test('is decided by somebody else, once', async () => {
    const own = await ask({}, max)
    const decision = { approve: true, effectHash: await hashOf(own.id), note: null }
    expect(await problemIn(decide(max, own.id, decision))).toMatchObject({
      kind: 'forbidden',
      code: 'own_request',
      detail: 'You can’t decide your own request.',
    })
    await decide(mia, own.id, { ...decision, approve: false, note: 'Not today' })
    expect(await problemIn(decide(mia, own.id, decision))).toMatchObject({
      kind: 'conflict',
      code: 'decided',
      detail: 'You’ve already declined this request. Nothing was sent.',
    })
    expect(await problemIn(decide(ada, own.id, decision))).toMatchObject({
      detail: 'Mia has declined this request. Nothing was sent.',
    })
    const askedAgain = problemIn(askAgain(max, own.id, randomUUID()))
    expect(await askedAgain).toMatchObject({ code: 'decided', detail: 'This request is already declined.' })
    expect((await noted(own))[1]).toMatchObject({ askedBy: 'Max', note: 'Not today' })
    expect((await approvalInDetail(mia, own.id)).approval).toMatchObject({ decidedBy: 'Mia', note: 'Not today' })
    expect(journal.service.received).toEqual([])
  })

  test('that is decided stays so after its time', async () => {
    const { id } = await ask()
    await decide(max, id, { approve: false, effectHash: '', note: null })
    const { expires_at } = await approvalRow(id)
    await change(id, { expires_at: new Date(0).toISOString() })
    expect((await approvalInDetail(max, id)).approval.state).toBe('declined')
    await change(id, { expires_at })
  })

  test('stays open where the manager has seen something else than what is so now', async () => {
    const { id } = await ask()
    for (const effectHash of ['f'.repeat(64), ''])
      expect(await problemIn(decide(max, id, { approve: true, effectHash, note: null }))).toMatchObject({
        code: 'changed',
        detail:
          'Something has just changed, so nothing was sent. The request is still open. Check the change, then approve it again.',
      })
    expect([(await approvalRow(id)).state, journal.service.received]).toEqual(['waiting', []])
  })

  /** A request that rests on an end date, which somebody then learns to be another. */
  async function changedSince() {
    const params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    const body = { expirationDate: '2027-08-25', reason: 'Goodwill' }
    const witness = { merchant: 'northwind', buyerId: params.buyerId, source: 'read' as const, operation: null, person: null }
    const learn = (endDate: string) =>
      saveFacts([{ entity: `subscription:${params.subscriptionId}`, field: 'endDate', value: `${endDate}T00:00:00Z` }], witness)
    await learn('2027-07-26')
    const asking = { person: ada, actionId: randomUUID(), ticket: null }
    const asked = await askApproval(commandNamed('changeExpirationDate'), { merchant: 'northwind', params, body }, asking)
    const { effectHash } = await approvalInDetail(max, asked.id)
    await learn('2027-08-01')
    return { asked, seenFirst: effectHash, learn }
  }
  const approve = (id: string, effectHash: string) => decide(max, id, { approve: true, effectHash, note: null })

  test('shows what changed since, and is approved on the facts of now alone, which the journal says', async () => {
    const { asked, seenFirst, learn } = await changedSince()
    const shown = await approvalInDetail(max, asked.id)
    expect(shown).toMatchObject({
      factsChanged: true,
      changes: [{ label: 'End date', asked: '26 Jul 2027, 00:00', now: '1 Aug 2027, 00:00' }],
    })
    expect((await problemIn(approve(asked.id, seenFirst))).code).toBe('changed')
    await learn('2027-08-02')
    expect((await problemIn(approve(asked.id, shown.effectHash))).code).toBe('changed')
    const again = await approvalInDetail(max, asked.id)
    expect((await approve(asked.id, again.effectHash)).headers.get('x-outcome')).toBe('done')
    expect((await noted(asked))[1]).toMatchObject({ askedBy: 'Ada', changedSinceAsked: true })
    expect(journal.service.received).toHaveLength(1)
  })

  test('that lapsed shows what it was asked on, is approved by nothing, and is asked again by its asker on the facts of now', async () => {
    const { asked, seenFirst } = await changedSince()
    const { expires_at } = await approvalRow(asked.id)
    expect((await problemIn(askAgain(ada, asked.id, randomUUID()))).detail).toBe('This request is still open.')
    await change(asked.id, { expires_at: new Date(0).toISOString() })
    const lapsed = await approvalInDetail(max, asked.id)
    expect(lapsed).toMatchObject({ approval: { state: 'expired' }, effectHash: '', factsChanged: false })
    expect(lapsed.effect.rows[0]).toMatchObject({ label: 'End date', before: '26 Jul 2027, 00:00' })
    const tooLate = { code: 'decided', detail: 'This request is already expired. Nothing was sent.' }
    expect(await problemIn(approve(asked.id, seenFirst))).toMatchObject(tooLate)
    const others = { kind: 'forbidden', code: 'not_yours', detail: 'This isn’t your request.' }
    expect(await problemIn(askAgain(max, asked.id, randomUUID()))).toMatchObject(others)
    const { sealed } = await approvalRow(asked.id)
    await change(asked.id, { sealed: '' })
    expect((await problemIn(askAgain(ada, asked.id, randomUUID()))).code).toBe('erased')
    await change(asked.id, { sealed })
    const actionId = randomUUID()
    const anew = await askAgain(ada, asked.id, actionId)
    await change(asked.id, { expires_at })
    expect(anew).toMatchObject({ state: 'waiting', actionId, request: asked.request, mine: true })
    const { effectHash, factsChanged } = await approvalInDetail(max, anew.id)
    expect([factsChanged, (await approve(anew.id, effectHash)).headers.get('x-outcome')]).toEqual([false, 'done'])
    expect((await noted(anew))[1]).not.toHaveProperty('changedSinceAsked')
    const detail = 'You’ve already approved this request. What became of it is in the journal.'
    expect(await problemIn(approve(anew.id, effectHash))).toMatchObject({ detail, actionId: anew.actionId })
  })

  test('is told about in as many questions as one is', async () => {
    const approvals: Approval[] = []
    for (let number = 0; number < 5; number += 1) approvals.push(await ask())
    const questions = async (some: readonly Approval[]) => {
      const store = await database()
      const asking = vi.spyOn(store, 'selectFrom')
      const about = await aboutApprovals(some)
      expect(Object.keys(about)).toEqual(some.map(({ id }) => id))
      const count = asking.mock.calls.length
      asking.mockRestore()
      return count
    }
    expect(await questions(approvals)).toBe(await questions(approvals.slice(0, 1)))
  })

  test('is declined once under an id', async () => {
    const { id } = await ask()
    const asked = askedAfter(max, 'decideOn', id)
    await (await database()).transaction().execute((tx) => claim(tx, asked))
    const declining = decide(max, id, { approve: false, effectHash: '', note: null, actionRequest: asked })
    expect([(await problemIn(declining)).code, (await approvalRow(id)).state]).toEqual(['decided', 'waiting'])
  })

  test('is closed by one decision only, and by none once its time has passed', async () => {
    const { id } = await ask()
    const close = async () => {
      const row = await approvalRow(id)
      const store = await database()
      return problemIn(store.transaction().execute((tx) => closeApproval(tx, row, 'declined', { by: mia, note: null })))
    }
    const decided = {
      kind: 'conflict',
      code: 'decided',
      detail: 'This has just been decided, or it has expired. Nothing was sent now.',
    }
    const { expires_at } = await approvalRow(id)
    await change(id, { expires_at: new Date().toISOString() })
    expect(await close()).toMatchObject(decided)
    await change(id, { expires_at })
    await decide(max, id, { approve: false, effectHash: '', note: null })
    expect(await close()).toMatchObject(decided)
    expect(await approvalRow(id)).toMatchObject({ state: 'declined', decided_by: 'Max' })
  })
})
