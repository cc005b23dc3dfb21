import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Problem, problem as problemOf, ServiceProblem } from '@/lib/core/problem'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { getChargeHistory } from '@/lib/operations/queries'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { clearReadUnavailable, hasRead, keysStateOf } from '@/lib/service/account-state'
import { sendQuery } from '@/lib/service/ask'
import type { ConnectionTest } from '../connection-test'

/** RFC 5737: an address that is nobody's, where the account names none of its own. */
const nobodysAddress = '192.0.2.1'

type Answered = { ms: number; problem: Problem | null }

const extraReads = (Object.values(operations) as Operation<'query'>[]).filter(({ extra }) => extra)

/** `POST /api/desk/merchants/{code}/test`: whether the service is there, takes the account's keys, and what it offers. */
export async function testMerchant(_: Request, __: Person, { code }: { code: string }): Promise<ConnectionTest> {
  const merchant = env().merchants.find((each) => each.code === code)
  if (!merchant) throw problemOf('notFound', 'We couldn’t find that merchant account.')
  return testConnection(merchant)
}

/**
 * Signs reads about a buyer that does not exist, which change nothing and tell whether the service is there, takes our keys and has the
 * extra reads. One that had been turned off is tried again.
 */
export async function testConnection(merchant: Merchant): Promise<ConnectionTest> {
  const at = new Date().toISOString()
  const host = new URL(merchant.serviceUrl ?? env().SERVICE_URL).host
  const { ms, problem } = await queried(merchant, getChargeHistory)
  const reachable = problem === null || problem.kind !== 'unavailable' || problem.status === 429
  const keys = problem?.kind === 'refused' ? 'refused' : reachable ? 'accepted' : 'unknown'
  if (keys === 'accepted') clearReadUnavailable(merchant)
  const reads = await Promise.all(extraReads.map((read) => stateOf(merchant, read, keys === 'accepted')))
  return {
    at,
    host,
    reachable,
    keys,
    reads,
    ms: reachable ? ms : null,
    clockDifference: reachable ? keysStateOf(merchant.code).clockDifference : null,
    trouble: keys === 'accepted' || problem === null ? null : words(problem),
  }
}

async function stateOf(merchant: Merchant, read: Operation<'query'>, mayAsk: boolean): Promise<ConnectionTest['reads'][number]> {
  const { name } = read
  if (!hasRead(merchant, read)) return { name, state: 'off' }
  if (!mayAsk) return { name, state: 'unknown' }
  const { problem } = await queried(merchant, read)
  const isLost = problem?.kind === 'unavailable' && problem.status !== 429
  return { name, state: !hasRead(merchant, read) ? 'off' : isLost ? 'unknown' : 'on' }
}

async function queried(merchant: Merchant, operation: Operation<'query'>): Promise<Answered> {
  const params = { buyerId: randomUUID(), subscriptionId: randomUUID(), email: 'connection-test@example.test' }
  const buyerIp = merchant.fallbackBuyerIp ?? nobodysAddress
  const serviceUrl = merchant.serviceUrl ?? env().SERVICE_URL
  const search = operation.name === 'getChargeHistory' ? { limit: 1, offset: 0 } : undefined
  const from = performance.now()
  const took = (problem: Problem | null) => ({ ms: Math.round(performance.now() - from), problem })
  try {
    await sendQuery(operation, { merchant, serviceUrl, params, search, buyerIp, headers: {} })
    return took(null)
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    return took(cause.problem)
  }
}

const words = ({ title, detail, traceId }: Problem) => ({ title, detail, traceId })
