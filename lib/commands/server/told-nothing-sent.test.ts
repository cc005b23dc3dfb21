import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { resendAction, undoAction } from './action-handlers'
import { approvalInDetail } from './approval-detail'
import { decideOn } from './approval-handlers'
import { askApproval } from './approvals'
import type { CommandCall } from './command-call'
import { commandNamed } from './command-named'
import { ada, buyerId, outcomeOf, personCalled } from './commands-for-tests'
import { crossingOn, type Params } from './crossing-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { answer, bePatient, done, refuse, reset } from './service-for-tests'

const max = personCalled('Max', 'manager')

describe.each(engines)('of two requests under one id that look first, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, max], {})
  journal.reads = 'auto'
  const { params, until, turned, told, read } = crossingOn(journal)
  const before = '2027-02-01T00:00:00+00:00'
  const [known, expected] = [() => new Date(Date.now() - 70_000), { timeout: 10_000 }]

  /** How each look is answered, in order; the last one also answers those that follow. */
  function looks(on: Params, ...answers: (Promise<string> | string)[]) {
    let asked = 0
    journal.service.reading = async (_, response) => {
      const shown = await answers[Math.min(asked++, answers.length - 1)]
      if (shown === 'failed') return answer(response, 200, {}) // which isn't asked for once more
      const endDate = shown === 'as before' ? before : shown
      answer(response, 200, { data: [{ id: on.subscriptionId, buyerId, status: 'active', endDate }] })
    }
    return async (count: number) => vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(count), expected)
  }
  /** An answer that waits until it's said. */
  function held() {
    let say: (shown: string) => void = () => {}
    const saying = new Promise<string>((resolve) => {
      say = resolve
    })
    return { saying, say: (shown: string) => say(shown) }
  }
  const asking = (body: object | null, id: string) =>
    new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-action-id': id },
      ...(body && { body: JSON.stringify(body) }),
    })

  async function unanswered() {
    const on = params()
    await read(on, { endDate: before, status: 'active' }, known())
    const call = until(on, '2027-03-01')
    bePatient(5_000)
    journal.service.answering = reset
    expect(await outcomeOf(perform(call))).toBe('unconfirmed')
    journal.service.answering = done
    const again = (id: string) => resendAction(asking(null, id), ada, { actionId: call.actionId })
    return { on, call, press: again }
  }
  async function moved() {
    const on = params()
    await read(on, { endDate: '2027-01-15T00:00:00+00:00' }, known())
    const call = await told(until(on, before.slice(0, 10)))
    bePatient(5_000)
    return { on, call, press: (id: string) => undoAction(asking(null, id), ada, { actionId: call.actionId }) }
  }
  async function requested() {
    const on = params()
    await read(on, { endDate: before, status: 'active' }, known())
    const wanted = { merchant: 'northwind', params: on, body: { expirationDate: '2027-03-01', reason: 'Asked' } }
    const asked = { person: ada, actionId: randomUUID(), ticket: null }
    const { id: approvalId } = await askApproval(commandNamed('changeExpirationDate'), wanted, asked)
    const { effectHash } = await approvalInDetail(max, approvalId)
    bePatient(5_000)
    const body = { approve: true, effectHash, note: null }
    return { on, call: null, press: (id: string) => decideOn(asking(body, id), max, { approvalId }) }
  }
  type Pressing = { on: Params; call: CommandCall | null; press: (id: string) => Promise<Response> }
  const cases: [string, () => Promise<Pressing>][] = [
    ['a command that is sent again', unanswered],
    ['an undo', moved],
    ['an approval', requested],
  ]

  test.each(cases)('the one whose look fails once the other was sent gets its outcome: %s', async (_, begun) => {
    const { on, press } = await begun()
    const first = held()
    const id = randomUUID()
    const looked = looks(on, first.saying, 'as before', 'failed')
    const slow = press(id)
    await looked(1)
    expect(await outcomeOf(press(id))).toBe('done')
    const { length } = journal.service.received
    first.say('failed')
    const { headers } = await slow
    expect([headers.get('x-outcome'), headers.get('x-replayed')]).toEqual(['done', 'true'])
    expect(journal.service.received).toHaveLength(length)
  })

  test.each(cases)('none is sent once the other was told that nothing was: %s', async (_, begun) => {
    const { on, press } = await begun()
    const first = held()
    const id = randomUUID()
    const { length } = journal.service.received
    const looked = looks(on, first.saying, 'failed')
    const slow = outcomeOf(press(id))
    await looked(1)
    expect(await outcomeOf(press(id))).toBe('not_read')
    first.say('as before')
    expect(await slow).toBe('target_busy')
    expect(journal.service.received).toHaveLength(length)
    looks(on, 'as before')
    expect(await outcomeOf(press(id))).toBe('done') // whoever asks for it now isn't bound
  })

  /** Presses while nothing is in the way, and holds the target before they begin. */
  async function pressedBefore({ on, call, press }: Pressing, ids: string[], ...later: string[]) {
    const { length } = journal.service.received
    const first = held()
    const looked = looks(on, ...ids.map(() => first.saying), ...later)
    const pressed = ids.map((id) => outcomeOf(press(id)))
    await looked(ids.length)
    const release = journal.service.hold(refuse)
    const holder = outcomeOf(perform(turned(on, false, call?.actionId)))
    await vi.waitFor(() => expect(journal.service.received.length).toBe(length + 1), expected)
    first.say('as before')
    await looked(ids.length + later.length)
    await release()
    expect(await holder).toBe('refused')
    const outcomes = await Promise.all(pressed)
    expect(journal.service.received).toHaveLength(length + 1)
    return outcomes.toSorted()
  }

  test.each([cases[0], cases[2]].filter((each) => each !== undefined))(
    'also where the look after a wait fails: %s',
    async (_, begun) => {
      const id = randomUUID()
      expect(await pressedBefore(await begun(), [id, id], 'failed', 'as before')).toEqual(['not_read', 'target_busy'])
    },
  )

  test('what somebody sets while a command that is sent again waits is looked at', async () => {
    const shown = '2027-09-09T00:00:00+00:00'
    expect(await pressedBefore(await unanswered(), [randomUUID()], shown)).toEqual(['cannot_send_again'])
  })
})
