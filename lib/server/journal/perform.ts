import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { masked } from '@/lib/masking'
import { problem, ServiceProblem } from '@/lib/problem'
import type { CommandCall } from '../admit'
import { buyerHeaders, sending } from '../call'
import { env } from '../env'
import { log } from '../log'
import { tell } from '../service/ask'
import { problemOf, ServiceFailure } from '../service/failure'
import { atLastCall, finishing } from '../stopping/under-way'
import { type Begun, begin } from './intent'
import type { Outcome } from './outcome'
import { predicted } from './predicted'
import { record } from './record'
import { replay, response } from './replay'

/**
 * A command: its intent is committed before anything leaves, it is sent exactly once and never repeated, and its outcome is written.
 * The person is told `unconfirmed` after the configured patience, while the socket lives on and a late answer settles the row.
 */
export async function perform(call: CommandCall): Promise<Response> {
  const begun = await beginPatiently(call)
  if (!begun.isNew) return replay(call, begun.action)
  const outcome = await finishing(inTime(call, sent(call), (late) => record(begun.action, call, late)))
  return response(outcome, { 'x-action-id': call.actionId, ...(await aboutBuyer(call)) })
}

const busyPatienceMs = 2_000

/** Two people on one target are let through one after the other, if the first is quick. */
async function beginPatiently(call: CommandCall): Promise<Begun> {
  const until = performance.now() + busyPatienceMs
  for (;;) {
    try {
      return await begin(call, await predicted(call))
    } catch (cause) {
      if (!(cause instanceof ServiceProblem)) throw journalUnavailable(cause)
      if (cause.problem.code !== 'target_busy' || performance.now() > until) throw cause
      await wait(100)
    }
  }
}

function journalUnavailable(cause: unknown): ServiceProblem {
  log.error({ err: cause }, 'journal_unavailable')
  return problem('unavailable', 'The journal cannot be written, so nothing was sent.', {
    code: 'journal_unavailable',
    title: 'Nothing was sent',
  })
}

const states = { 'not-sent': 'not-sent', refused: 'refused', unknown: 'unconfirmed' } as const

/** Sends once and says how it ended. Never rejects: what nobody foresaw after sending proves nothing either. */
async function sent(call: CommandCall): Promise<Outcome> {
  const { operation, actionId } = call
  try {
    const answer = await tell(operation, sending(call))
    return { state: 'done', status: operation.success, body: masked(answer), code: null, answer }
  } catch (cause) {
    if (!(cause instanceof ServiceFailure)) log.error({ err: cause }, 'unforeseen')
    const failure =
      cause instanceof ServiceFailure
        ? cause
        : new ServiceFailure({ proves: 'unknown', code: 'internal', detail: 'Something broke on our side after it was sent.' })
    const told = { ...problemOf(operation, failure).problem, actionId }
    return { state: states[failure.failure.proves], status: told.status, body: masked(told), code: told.code }
  }
}

/** The outcome, or `unconfirmed` when the person's patience ends first. Each is recorded in the order it became known. */
async function inTime(call: CommandCall, outcome: Promise<Outcome>, note: (outcome: Outcome) => Promise<void>): Promise<Outcome> {
  const patience = new AbortController()
  const impatient = wait(env().SERVICE_WRITE_PATIENCE_MS, 'impatient' as const, { signal: patience.signal }).catch(
    () => 'impatient' as const,
  )
  const patient = atLastCall(() => patience.abort())
  const first = await Promise.race([outcome, impatient])
  patient()
  patience.abort()
  if (first !== 'impatient') {
    await note(first)
    return first
  }
  const unconfirmed = notYet(call)
  await note(unconfirmed)
  void finishing(outcome.then(note))
  return unconfirmed
}

function notYet({ operation, actionId }: CommandCall): Outcome {
  const failure = new ServiceFailure({ proves: 'unknown', code: 'timeout', detail: 'The service has not answered yet.' })
  const told = { ...problemOf(operation, failure).problem, actionId }
  return { state: 'unconfirmed', status: told.status, body: told, code: told.code }
}

/** After the answer nothing may hide the outcome, not even a database that is gone. */
async function aboutBuyer(call: CommandCall): Promise<Record<string, string>> {
  return buyerHeaders(call).catch((cause: unknown) => {
    log.error({ err: cause }, 'version_unknown')
    return {}
  })
}
