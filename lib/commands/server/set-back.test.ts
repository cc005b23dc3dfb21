import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { oneAction } from './actions'
import { check } from './check'
import type { CommandCall } from './command-call'
import { ada, askedAfter, buyerId, commandOf, outcomeOf } from './commands-for-tests'
import { crossingOn } from './crossing-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { sendAgain } from './perform-undo'
import { answer, bePatient, done, reset } from './service-for-tests'

const unknown = { uuid: randomUUID(), code: 3000, message: 'Entity not found', traceId: 't-1' }

describe.each(engines)('what was applied without an answer, seen, and set back by somebody, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada], {})
  journal.reads = 'auto'
  const { params, until, read } = crossingOn(journal)

  async function lost(call: CommandCall): Promise<CommandCall> {
    bePatient(5_000)
    journal.service.answering = reset
    expect(await outcomeOf(perform(call))).toBe('unconfirmed')
    journal.service.answering = done
    return call
  }
  const again = ({ actionId }: CommandCall) => sendAgain(ada, actionId, askedAfter(ada, 'send-again', actionId))

  async function isRefused(call: CommandCall) {
    const why = expect.stringContaining('the service has shown something else')
    await expect(again(call)).rejects.toMatchObject({ problem: { code: 'cannot_send_again', detail: why } })
    expect((await oneAction(ada, call.actionId)).sendAgain).toMatchObject({ possible: false })
    expect(await check(ada, call.actionId)).toMatchObject({ says: 'cannot-tell', why })
  }

  // The second was set by somebody else, after it had been applied unseen.
  test.each(['2027-03-01', '2027-09-09'])('is not told as not applied, nor sent again: %s', async (between) => {
    const on = params()
    const shows = (day: string) => {
      const endDate = `${day}T00:00:00+00:00`
      const data = [{ id: on.subscriptionId, buyerId, status: 'active', endDate }]
      journal.service.reading = (_, response) => answer(response, 200, { data })
      return read(on, { endDate }, new Date(Date.now() + 1))
    }
    await shows('2027-02-01')
    const call = await lost(until(on, '2027-03-01'))
    await shows(between)
    await shows('2027-02-01')
    await isRefused(call)
    await shows('2027-03-01')
    expect((await again(call)).headers.get('x-outcome')).toBe('done')
  })

  const days = ['2027-02-01', '2027-03-01']
  test.each([days, days.toReversed()])(
    'is another also where two reads crossed, so that neither is believed: %s, %s',
    async (...kept) => {
      const on = params()
      const shown = (day: string) => ({ endDate: `${day}T00:00:00+00:00` })
      await read(on, shown('2027-02-01'), new Date(Date.now() - 70_000))
      const call = await lost(until(on, '2027-03-01'))
      const entity = `subscription:${on.subscriptionId}`
      const by = { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: null } as const
      const upTo =
        (await factsOf('northwind', buyerId, entity))
          .map(({ observedAt }) => observedAt)
          .toSorted()
          .at(-1) ?? ''
      for (const day of kept)
        await saveFacts([{ entity, field: 'endDate', value: shown(day).endDate }], { ...by, askedAt: new Date(), upTo })
      const data = [{ id: on.subscriptionId, buyerId, status: 'active', endDate: shown('2027-02-01').endDate }]
      journal.service.reading = (_, response) => answer(response, 200, { data })
      await check(ada, call.actionId) // reads it again
      await isRefused(call)
    },
  )

  test('is an e-mail address', async () => {
    const on = { buyerId: randomUUID() }
    const shows = async (name: string) => {
      const email = `${name}@buyer.test`
      const found = { merchant: 'northwind', ...on, source: 'read', operation: 'findBuyerByEmail', person: null } as const
      await saveFacts([{ entity: 'buyer', field: 'email', value: email }], found)
      journal.service.reading = ({ path }, response) =>
        decodeURIComponent(path).includes(email) ? answer(response, 200, { data: on }) : answer(response, 404, unknown)
    }
    await shows('before')
    const body = { email: 'wanted@buyer.test' }
    const call = await lost(commandOf('changeBuyerEmail', { params: on, body, buyerId: on.buyerId }))
    await shows('wanted')
    await shows('before')
    await isRefused(call)
    await shows('wanted')
    expect((await again(call)).headers.get('x-outcome')).toBe('done')
  })
})
