import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { buyerHeaders, sending } from '@/lib/calls/call'
import { masked } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import { journalUnavailable, unwritable } from '@/lib/database/patience'
import { noteWaiting, turnAway } from '@/lib/journal/action-ids'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { atLastCall, finishing } from '@/lib/platform/under-way'
import { sendCommand } from '@/lib/service/ask'
import { problemOf, ServiceFailure, withoutPersonal } from '@/lib/service/failure'
import type { CommandCall } from './command-call'
import { type Action, type Begun, begin, type Waiting } from './intent'
import { type Outcome, settle } from './outcome'
import { replay, response, writeKept } from './replay'
import { signedAs } from './requirements'
import { pendingOutcomes, saveUnwrittenOutcome, whileSending, whileWritten } from './unwritten-outcomes'

/**
 * A command: its intent is committed before anything leaves, it is sent exactly once and never repeated, and its outcome is written.
 * The person is told `unconfirmed` after the configured patience, while the socket lives on and a late answer settles the row. What must be
 * signed is sent once it is.
 */
export async function perform(call: CommandCall): Promise<Response> {
  const act = signedAs(call)
  if (act === null) return performSigned(call)
  const { whileSigned } = await import('./signed-command') // most commands are never signed
  return whileSigned(call, act, (signing) => performSigned({ ...call, signing }))
}

async function performSigned(call: CommandCall): Promise<Response> {
  const begun = await beginPatiently(call)
  if (!begun.isNew) return replay(call.actionId)
  const sending = whileSending(call.actionId, sent(call))
  const outcome = await finishing(inTime(call, sending, (late) => record(begun.action, call, late)))
  return response(outcome, { 'x-action-id': call.actionId, ...(await aboutBuyer(call)) })
}

const busyPatienceMs = 2_000

/**
 * Two people on one target are let through one after the other, if the first is quick. A target may only seem to be held, while the outcome
 * of what held it waits to be written: that is written first.
 */
async function beginPatiently(call: CommandCall): Promise<Begun> {
  const until = performance.now() + busyPatienceMs
  const waiting: Waiting = { turnedAway: call.actionRequest?.turnedAway }
  let mayBeKept = true
  let isToWait = false
  let stopWaiting: (() => Promise<void>) | null = null
  try {
    for (;;) {
      try {
        if (isToWait) await nextTurn(call)
        return await begin(call, waiting)
      } catch (cause) {
        isToWait = false
        if (!(cause instanceof ServiceProblem)) unwritten(cause)
        const { code } = cause.problem
        if (mayBeKept && (code === 'target_busy' || code === 'unsettled_action') && pendingOutcomes() > 0) {
          mayBeKept = false
          await writeKept()
        } else if (code === 'target_busy' && !waiting.isOver && performance.now() <= until) {
          stopWaiting ??= await noteWaiting(call.actionId).catch(unwritten)
          isToWait = true
        } else if (await turnAway(call.actionRequest)) throw cause
      }
    }
  } finally {
    await stopWaiting?.().catch((cause: unknown) => log.error({ err: cause }, 'waiting_not_ended')) // it ends by itself after a minute
  }
}

function unwritten(cause: unknown): never {
  throw journalUnavailable(cause, 'nothing was sent', 'Nothing was sent')
}

/** What rests on a look is looked at again after each wait. */
async function nextTurn({ look }: CommandCall): Promise<void> {
  await wait(look ? 500 : 100)
  await look?.()
}

const states = { 'not-sent': 'not-sent', refused: 'refused', unknown: 'unconfirmed' } as const

/** Sends once and says how it ended. Never rejects: an unexpected error after sending leaves the outcome unknown, like a lost answer. */
async function sent(call: CommandCall): Promise<Outcome> {
  const { operation, actionId } = call
  try {
    const request = { ...sending(call), buyerId: call.buyerId ?? undefined }
    const answer = await sendCommand(operation, request)
    return { state: 'done', status: operation.success, body: masked(withoutPersonal(answer)), code: null, answer }
  } catch (cause) {
    if (!(cause instanceof ServiceFailure)) log.error({ err: cause }, 'unforeseen')
    const failure =
      cause instanceof ServiceFailure
        ? cause
        : new ServiceFailure({
            proves: 'unknown',
            code: 'internal',
            detail: 'Counterfoil failed after sending this. It may have been applied.',
          })
    const problem = { ...problemOf(operation, failure).problem, actionId }
    return { state: states[failure.failure.proves], status: problem.status, body: masked(problem), code: problem.code }
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
  const failure = new ServiceFailure({ proves: 'unknown', code: 'timeout', detail: 'The service hasn’t answered yet.' })
  const problem = { ...problemOf(operation, failure).problem, actionId }
  return { state: 'unconfirmed', status: problem.status, body: problem, code: problem.code }
}

/** Once the service has answered, the person is told the outcome, even if the database is gone. */
async function aboutBuyer(call: CommandCall): Promise<Record<string, string>> {
  return buyerHeaders(call).catch((cause: unknown) => {
    log.error({ err: cause }, 'version_unknown')
    return {}
  })
}

/** Writes an outcome; while the database can't, keeps it in a file beside it. Never rejects: the person gets the outcome as it is. */
function record(action: Action, call: CommandCall, outcome: Outcome): Promise<void> {
  return whileWritten(action, outcome, async () => {
    try {
      const head = await settle(action, call, call.body, outcome, { straight: true })
      const at = head ? `${head.seq}:${head.hash}` : null // a log that is kept elsewhere can then prove that this entry was in the journal
      log.info({ actionId: action.action_id, operation: action.operation, outcome: outcome.state, head: at }, 'outcome')
    } catch (cause) {
      log.error({ err: cause, actionId: action.action_id, outcome: outcome.state }, 'journal_pending')
      unwritable(cause) // which readiness and Status name from now on
      saveUnwrittenOutcome(action, call.body, outcome)
    }
  })
}
