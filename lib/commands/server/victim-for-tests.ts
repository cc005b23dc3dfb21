import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inZone } from '@/lib/core/dates'
import { ServiceProblem } from '@/lib/core/problem'
import { env } from '@/lib/platform/env'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { breakerOf } from '@/lib/service/transport'
import { approvalInDetail } from './approval-detail'
import { askApproval, decide } from './approvals'
import { commandNamed } from './command-named'
import { ada, buyerId, commandOf, outcomeOf, personCalled } from './commands-for-tests'
import { perform } from './perform'
import { startJournalUpkeep } from './recover'

// A dashboard that starts as any does and then gives one command after another, several at once, until somebody kills it.

const random = randomFrom(Number(process.env.SEED))
const subscriptions = Array.from({ length: 4 }, (_, number) => `00000000-0000-4000-8000-00000000000${number}`)

const target = () => ({ buyerId, subscriptionId: subscriptions[Math.floor(random() * subscriptions.length)] ?? '' })

/** The action id stands in the request itself, so that the service knows what it received. */
function nextCommand() {
  const actionId = randomUUID()
  const email = `${actionId}@buyer.test`
  if (random() < 0.3) return commandOf('createBuyer', { actionId, body: { merchantCode: 'northwind', email, country: 'DE' } })
  return commandOf('changeExpirationDate', {
    actionId,
    params: target(),
    body: { expirationDate: '2027-03-01', reason: actionId },
  })
}

const [asker, manager] = [ada, personCalled('Max', 'manager')]

/** A renewal, asked for by one and approved by another. */
async function approveOne(): Promise<void> {
  const actionId = randomUUID()
  const body = { expirationDate: inZone(Date.now(), 'UTC').day, reason: actionId }
  const wanted = { merchant: 'northwind', params: target(), body }
  const { id } = await askApproval(commandNamed('changeExpirationDate'), wanted, { person: asker, actionId, ticket: null })
  const { effectHash } = await approvalInDetail(manager, id)
  await outcomeOf(decide(manager, id, { approve: true, effectHash, note: null }))
}

async function commandForEver(): Promise<never> {
  for (let acknowledges: string | null = null; ; ) {
    await setImmediate() // so that it hears of its parent's end even where nothing else is waited for
    // Reads close the breaker at a desk; here there are none.
    breakerOf(env().SERVICE_URL).answered()
    try {
      if (random() < 0.4) await approveOne()
      await perform({ ...nextCommand(), acknowledges })
      acknowledges = null
    } catch (cause) {
      if (!(cause instanceof ServiceProblem)) throw cause
      acknowledges = cause.problem.code === 'unsettled_action' ? (cause.problem.actionId ?? null) : null
    }
  }
}

process.on('disconnect', () => process.exit()) // its parent is gone
await startJournalUpkeep()
await Promise.all([commandForEver(), commandForEver(), commandForEver()])
