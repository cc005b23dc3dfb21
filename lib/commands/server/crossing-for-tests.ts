import { randomUUID } from 'node:crypto'
import { beforeEach, expect, vi } from 'vitest'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import { factsOfThing } from '@/lib/operations/effects/facts'
import { oneAction } from './actions'
import type { CommandCall } from './command-call'
import { actionIn, ada, askedAfter, buyerId, commandOf } from './commands-for-tests'
import type { JournalForTests } from './journal-for-tests'
import { perform } from './perform'
import { performUndo } from './perform-undo'
import { replay } from './replay'
import { bePatient, done } from './service-for-tests'

export type Params = { buyerId: string; subscriptionId: string }

/** Commands on subscriptions whose answers a test holds back, and what is known and said of them meanwhile. */
export function crossingOn(journal: JournalForTests) {
  beforeEach(() => bePatient(50))

  const params = (): Params => ({ buyerId, subscriptionId: randomUUID() })
  const until = (on: Params, expirationDate: string, acknowledges: string | null = null) =>
    commandOf('changeExpirationDate', { params: on, body: { expirationDate, reason: 'Asked' }, acknowledges })
  const turned = (on: Params, autochargeStatus: boolean, acknowledges: string | null = null) =>
    commandOf('changeAutochargeStatus', { params: on, body: { autochargeStatus }, acknowledges })

  const outcomeOf = async (call: CommandCall) => (await perform(call)).headers.get('x-outcome')
  const stateOf = async ({ actionId }: CommandCall) => (await actionIn(journal.witness, actionId))?.state
  const changed = async ({ actionId }: CommandCall) => (await replay(actionId)).headers.get('x-changed-since')
  const undone = ({ actionId }: CommandCall) => performUndo(ada, actionId, askedAfter(ada, 'undo', actionId))
  const undoOf = async ({ actionId }: CommandCall) => (await oneAction(ada, actionId)).undo

  /** Sends a command of which nobody hears until what this returns is called. */
  async function held(call: CommandCall): Promise<() => Promise<void>> {
    const before = journal.service.received.length
    const release = journal.service.hold()
    expect(await outcomeOf(call)).toBe('unconfirmed')
    await vi.waitFor(() => expect(journal.service.received).toHaveLength(before + 1), { timeout: 10_000 })
    journal.service.answering = done
    return async () => {
      await release()
      await vi.waitFor(async () => expect(await stateOf(call)).toBe('done'), { timeout: 10_000 })
    }
  }

  async function told(call: CommandCall): Promise<CommandCall> {
    bePatient(5_000)
    journal.service.answering = done
    expect(await outcomeOf(call)).toBe('done')
    bePatient(50)
    return call
  }

  const asRead = { merchant: 'northwind', buyerId, source: 'read', operation: 'listSubscriptions', person: 'Ada' } as const
  const read = (on: Params, fields: Record<string, unknown>, askedAt = new Date()) =>
    saveFacts(factsOfThing(`subscription:${on.subscriptionId}`, fields), { ...asRead, askedAt })
  const known = async (on: Params) => {
    const facts = await factsOf('northwind', buyerId, `subscription:${on.subscriptionId}`)
    return Object.fromEntries(facts.map(({ field, value }) => [field, value]))
  }

  return { params, until, turned, outcomeOf, changed, undone, undoOf, held, told, read, known }
}
