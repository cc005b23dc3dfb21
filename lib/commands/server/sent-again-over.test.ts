import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { oneAction } from './actions'
import type { CommandCall } from './command-call'
import { ada, askedAfter, buyerId, commandOf, outcomeOf } from './commands-for-tests'
import { crossingOn, type Params } from './crossing-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { sendAgain } from './perform-undo'
import { answer, bePatient, done, reset } from './service-for-tests'

const dayOf = (day: string) => `${day}T00:00:00+00:00`
const notFound = { uuid: randomUUID(), code: 3000, message: 'Entity not found', traceId: 't-1' }

describe.each(engines)('what somebody else has set is not overwritten by sending again, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada], {})
  journal.reads = 'auto'
  const { params, until, told, read } = crossingOn(journal)

  const shows = ({ subscriptionId: id }: Params, day: string) => {
    const data = [{ id, buyerId, status: 'active', endDate: dayOf(day) }]
    journal.service.reading = (_, response) => answer(response, 200, { data })
  }
  /** Whose each address is, as the service's search tells. */
  const addresses = (of: Record<string, string>) => {
    journal.service.reading = ({ path }, response) => {
      const found = Object.entries(of).find(([email]) => decodeURIComponent(path).includes(email))
      if (found) answer(response, 200, { data: { buyerId: found[1] } })
      else answer(response, 404, notFound)
    }
  }
  const again = ({ actionId }: CommandCall) => sendAgain(ada, actionId, askedAfter(ada, 'send-again', actionId))
  const offered = async ({ actionId }: CommandCall) => (await oneAction(ada, actionId)).sendAgain
  const refusal = (why: string) => ({ problem: { code: 'cannot_send_again', detail: expect.stringContaining(why) } })

  async function lost(call: CommandCall): Promise<CommandCall> {
    bePatient(5_000)
    journal.service.answering = reset
    expect(await outcomeOf(perform(call))).toBe('unconfirmed')
    journal.service.answering = done
    return call
  }

  test('where it was as wanted when the action was begun', async () => {
    const on = params()
    await read(on, { endDate: dayOf('2027-03-01') }, new Date(Date.now() - 70_000))
    const call = await lost(until(on, '2027-03-01'))
    shows(on, '2027-09-09')
    await expect(again(call)).rejects.toMatchObject(refusal('“End date” is 9 Sep 2027 now. It was 1 Mar 2027'))
    expect(await offered(call)).toMatchObject({ possible: false })
    shows(on, '2027-03-01')
    await read(on, { endDate: dayOf('2027-03-01') }, new Date(Date.now() + 1))
    expect((await again(call)).headers.get('x-outcome')).toBe('done')
  })

  test('where nobody knew what it was, though it can be set anew', async () => {
    const on = params()
    const call = await lost(until(on, '2027-03-01'))
    shows(on, '2027-09-09')
    await expect(again(call)).rejects.toMatchObject(refusal('“End date” is 9 Sep 2027 now. We don’t know what it was before'))
    expect(await offered(call)).toMatchObject({ why: expect.stringContaining('use “Change end date”') })
    await told(until(on, '2027-03-01', call.actionId))
  })

  test('where nobody knew what it was, and it’s as wanted now, is nothing else', async () => {
    const on = params()
    const call = await lost(until(on, '2027-03-01'))
    shows(on, '2027-03-01')
    expect((await again(call)).headers.get('x-outcome')).toBe('done')
  })

  test('nor of a token, which a list alone shows', async () => {
    const token = { entity: 'token:7', field: 'isEnabled' }
    const who = { merchant: 'northwind', buyerId: randomUUID(), source: 'read', operation: 'listTokens', person: null } as const
    await saveFacts([{ ...token, value: false }], who)
    const call = await lost(commandOf('disableToken', { params: { buyerId: who.buyerId }, buyerId: who.buyerId }))
    await saveFacts([{ ...token, value: true }], who)
    expect(await offered(call)).toMatchObject({ why: expect.stringContaining('is Enabled now. It was Disabled before') })
  })

  test('as is what the action only left as it was', async () => {
    const on = params()
    const before = { endDate: dayOf('2027-02-01'), autoChargeStatus: true }
    await read(on, before, new Date(Date.now() - 70_000))
    const call = await lost(until(on, '2027-03-01'))
    const data = [{ id: on.subscriptionId, buyerId, status: 'active', endDate: dayOf('2027-02-01'), autoChargeStatus: false }]
    journal.service.reading = (_, response) => answer(response, 200, { data })
    expect((await again(call)).headers.get('x-outcome')).toBe('done')
  })

  describe('an e-mail address', () => {
    const wanted = 'wanted@buyer.test'
    const of = () => ({ merchant: 'northwind', buyerId: randomUUID(), source: 'read', person: null }) as const
    const changing = (on: string, acknowledges: string | null = null) =>
      commandOf('changeBuyerEmail', { params: { buyerId: on }, body: { email: wanted }, buyerId: on, acknowledges })
    const knownBy = (operation: 'listTokens' | 'findBuyerByEmail', who: ReturnType<typeof of>, value: string) =>
      saveFacts([{ entity: 'buyer', field: 'email', value }], { ...who, operation })

    test('that a search has shown, where none was known before', async () => {
      const who = of()
      const call = await lost(changing(who.buyerId))
      await knownBy('findBuyerByEmail', who, 'other@buyer.test')
      addresses({ 'other@buyer.test': who.buyerId })
      const why = expect.stringMatching(/^“E-mail” is o•.* now\. We don’t know what it was before/)
      expect(await offered(call)).toMatchObject({ possible: false, why })
      await expect(again(call)).rejects.toMatchObject({ problem: { detail: why } })
      await told(changing(who.buyerId, call.actionId))
    })

    test('that the buyer doesn’t have, where none was known before', async () => {
      const who = of()
      const call = await lost(changing(who.buyerId))
      addresses({})
      await expect(again(call)).rejects.toMatchObject(refusal('We don’t know which one they had before'))
      addresses({ [wanted]: who.buyerId })
      expect((await again(call)).headers.get('x-outcome')).toBe('done')
    })

    test.each([
      ['is still theirs', (on: string) => ({ 'token@buyer.test': on }), 'done'],
      ['never was, which is nobody’s change', () => ({}), 'We don’t know which one they had before'],
    ])('that only a token told: %s', async (_, holders, says) => {
      const who = of()
      await knownBy('listTokens', who, 'token@buyer.test')
      const call = await lost(changing(who.buyerId))
      addresses(holders(who.buyerId))
      if (says === 'done') expect((await again(call)).headers.get('x-outcome')).toBe('done')
      else await expect(again(call)).rejects.toMatchObject(refusal(says))
    })

    test('that a token of old has is no later one', async () => {
      const who = of()
      await knownBy('findBuyerByEmail', who, 'before@buyer.test')
      const call = await lost(changing(who.buyerId))
      await knownBy('listTokens', who, 'token@buyer.test')
      expect(await offered(call)).toMatchObject({ possible: true })
    })
  })
})
