import { randomUUID } from 'node:crypto'
import { ServiceProblem } from '@/lib/problem'
import { env } from '../env'
import { breakerOf } from '../service/transport'
import { buyerId, commandOf } from './commands-for-tests'
import { perform } from './perform'
import { randomFrom } from './random-for-tests'
import { keepJournal } from './recover'

// A dashboard that starts as any does and then gives one command after another, several at once, until somebody kills it.

const random = randomFrom(Number(process.env.SEED))
const subscriptions = Array.from({ length: 4 }, (_, number) => `00000000-0000-4000-8000-00000000000${number}`)

/** The action id stands in the request itself, so that the service knows what it received. */
function nextCommand() {
  const actionId = randomUUID()
  const email = `${actionId}@buyer.test`
  if (random() < 0.3) return commandOf('createBuyer', { actionId, body: { merchantCode: 'northwind', email, country: 'DE' } })
  const subscriptionId = subscriptions[Math.floor(random() * subscriptions.length)] ?? ''
  return commandOf('changeExpirationDate', {
    actionId,
    params: { buyerId, subscriptionId },
    body: { expirationDate: '2027-03-01', reason: actionId },
  })
}

async function commandForEver(): Promise<never> {
  for (let acknowledges: string | null = null; ; ) {
    // Reads close the breaker at a desk; here there are none.
    breakerOf(env().SERVICE_URL).answered()
    try {
      await perform({ ...nextCommand(), acknowledges })
      acknowledges = null
    } catch (cause) {
      if (!(cause instanceof ServiceProblem)) throw cause
      acknowledges = cause.problem.code === 'unsettled_action' ? (cause.problem.actionId ?? null) : null
    }
  }
}

process.on('disconnect', () => process.exit()) // its parent is gone
await keepJournal()
await Promise.all([commandForEver(), commandForEver(), commandForEver()])
