import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '@/lib/database/engines-for-tests'
import { saveFacts } from '@/lib/knowledge/server/facts'
import type { CommandCall } from './command-call'
import { ada, buyerId, commandOf, personCalled } from './commands-for-tests'
import { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { replay } from './replay'
import { type Answering, done, refuse, reset } from './service-for-tests'
import { settleByPerson } from './settling'

const grace = personCalled('Grace')
const byHand = { how: 'by-hand', reason: 'Seen in the panel' } as const

describe.each(engines)('a repeat of what was done, on %s', (engine) => {
  const journal = new JournalForTests(engine, [ada, grace], {})

  const outcomeOf = async (call: CommandCall, answering: Answering) => {
    journal.service.answering = answering
    return (await perform(call)).headers.get('x-outcome')
  }

  /** Autocharge turned on, as the answers to other commands show it too. */
  async function turnedOn() {
    const params = { buyerId, subscriptionId: randomUUID() }
    const command = (autochargeStatus: boolean) => commandOf('changeAutochargeStatus', { params, body: { autochargeStatus } })
    const turned = command(true)
    expect(await outcomeOf(turned, done)).toBe('done')
    const changed = async () => (await replay(turned.actionId)).headers.get('x-changed-since')
    expect(await changed()).toBeNull()
    return { params, turned, command, changed }
  }

  test('says whether a later action has changed the same', async () => {
    const { params, command, changed } = await turnedOn()
    const known = { merchant: 'northwind', buyerId, source: 'read', operation: null, person: null } as const
    const stays = { entity: `subscription:${params.subscriptionId}`, field: 'autoChargeStatus', value: true }
    await saveFacts([stays, { ...stays, field: 'endDate', value: '2027-01-01T00:00:00+00:00' }], known)
    await outcomeOf(commandOf('changeExpirationDate', { params }), done)
    expect(await changed()).toBeNull()
    await outcomeOf(command(false), refuse)
    expect(await changed()).toBeNull()
    const unknown = command(false)
    await outcomeOf(unknown, reset)
    expect(await changed()).toBe('maybe')
    await settleByPerson(grace, unknown.actionId, { as: 'happened', ...byHand })
    expect(await changed()).toBe('yes')
    await outcomeOf(command(true), done)
    expect(await changed()).toBeNull()
  })

  test('compares e-mail addresses as they were sent, since many look alike once they’re masked', async () => {
    const params = { buyerId: randomUUID() }
    const changedTo = (email: string) => commandOf('changeBuyerEmail', { params, body: { email }, buyerId: params.buyerId })
    const own = changedTo('john.smith@buyer.test')
    expect(await outcomeOf(own, done)).toBe('done')
    const changed = async () => (await replay(own.actionId)).headers.get('x-changed-since')
    await outcomeOf(changedTo('jane.smith@buyer.test'), done)
    expect(await changed()).toBe('yes')
    await outcomeOf(changedTo('john.smith@buyer.test'), done)
    expect(await changed()).toBeNull()
  })

  test('says so of one that was settled as applied, too', async () => {
    const { command } = await turnedOn()
    const settled = command(true)
    await outcomeOf(settled, reset)
    await settleByPerson(grace, settled.actionId, { as: 'happened', ...byHand })
    await outcomeOf(command(false), done)
    expect((await replay(settled.actionId)).headers.get('x-changed-since')).toBe('yes')
  })

  test('says where a read has shown something else since', async () => {
    const { params, changed } = await turnedOn()
    const read = { merchant: 'northwind', buyerId, source: 'read', operation: null, person: null } as const
    const shows = (value: boolean) =>
      saveFacts([{ entity: `subscription:${params.subscriptionId}`, field: 'autoChargeStatus', value }], read)
    await shows(true)
    expect(await changed()).toBeNull()
    await shows(false)
    expect(await changed()).toBe('yes')
  })

  test.each(['disableToken', 'enableToken'] as const)('counts a %s that changed nothing by what was known', async (verb) => {
    const [back, own] = verb === 'disableToken' ? (['enableToken', verb] as const) : (['disableToken', verb] as const)
    const params = { buyerId }
    const body = { chargeMethodTokenId: Math.floor(Math.random() * 1e9) }
    const switched = (name: typeof verb) => commandOf(name, { params, body })
    await outcomeOf(switched(own), done)
    const again = switched(own)
    await outcomeOf(again, done)
    const changed = async () => (await replay(again.actionId)).headers.get('x-changed-since')
    expect(await changed()).toBeNull()
    await outcomeOf(switched(back), done)
    expect(await changed()).toBe('yes')
    await outcomeOf(switched(own), done)
    expect(await changed()).toBeNull()
  })

  test('where it had changed nothing by what was known, says what a read shows since', async () => {
    const { params, command } = await turnedOn()
    const again = command(true)
    await outcomeOf(again, done)
    const read = { merchant: 'northwind', buyerId, source: 'read', operation: null, person: null } as const
    await saveFacts([{ entity: `subscription:${params.subscriptionId}`, field: 'autoChargeStatus', value: false }], read)
    expect((await replay(again.actionId)).headers.get('x-changed-since')).toBe('yes')
  })

  test('takes another product and another end date for two things, though the first may move the second', async () => {
    const params = { buyerId, subscriptionId: randomUUID() }
    const changedOf = async ({ actionId }: CommandCall) => (await replay(actionId)).headers.get('x-changed-since')
    const downgrade = commandOf('downgradeSubscription', { params })
    expect(await outcomeOf(downgrade, done)).toBe('done')
    const ended = commandOf('changeExpirationDate', { params })
    await outcomeOf(ended, done)
    expect(await changedOf(downgrade)).toBeNull()
    await outcomeOf(commandOf('downgradeSubscription', { params }), done)
    expect(await changedOf(ended)).toBe('yes') // its answer shows another end date
    const lost = commandOf('downgradeSubscription', { params })
    const endedAgain = commandOf('changeExpirationDate', { params })
    await outcomeOf(endedAgain, done)
    await outcomeOf(lost, reset)
    expect(await changedOf(endedAgain)).toBe('maybe')
    await settleByPerson(grace, lost.actionId, { as: 'happened', ...byHand })
    expect(await changedOf(endedAgain)).toBe('maybe')
  })
})
