import 'server-only'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { isLocked, unwritable } from '@/lib/database/patience'
import { lookAtEnd } from '@/lib/journal/chain'
import { catchUpCheckpoint } from '@/lib/journal/checkpoint-claims'
import { isChangedByHand } from '@/lib/journal/row-digests'
import { ruledCommand } from '@/lib/operations/rules'
import { log } from '@/lib/platform/log'
import { mayStillRun, processName } from '@/lib/platform/process-name'
import { singleton } from '@/lib/platform/singleton'
import { type Action, isOffTheWire } from './intent'
import { type Outcome, settle } from './outcome'
import {
  actionsWithKeptOutcome,
  isBeingSent,
  leaveWaiting,
  mayHaveNeverSent,
  pendingOutcomes,
  takePending,
  wasNeverSent,
} from './unwritten-outcomes'

const everyMs = 60_000
const waitingEveryMs = 5_000

/** At boot and every minute; what waits to be written every few seconds, for another copy doesn't know of it. */
export async function startJournalUpkeep(): Promise<void> {
  await tidyJournal()
  setInterval(
    () => void tidyJournal().catch((cause: unknown) => log.error({ err: cause }, 'journal_not_tidied')),
    everyMs,
  ).unref()
  setInterval(() => {
    void writeWaiting()
    if (mayHaveNeverSent()) closeAbandoned().catch((cause: unknown) => log.error({ err: cause }, 'journal_not_tidied'))
  }, waitingEveryMs).unref()
}

/**
 * Writes outcomes that wait, and makes rows unconfirmed that nobody can answer any more. Nothing is sent. It does nothing while the journal
 * is broken: nothing can be written then, and what waits can wait. Two calls go one after the other.
 */
export const tidyJournal = (): Promise<void> => inTurn(tidy)

function inTurn(work: () => Promise<void>): Promise<void> {
  const state = singleton('journal-tidying', () => ({ last: Promise.resolve() }))
  const done = state.last.then(work)
  state.last = done.catch(() => {}) // whoever called has it
  return done
}

async function tidy(): Promise<void> {
  if (!(await isWhole())) return
  await catchUp()
  await closeAbandoned()
  await catchUpCheckpoint()
}

async function isWhole(): Promise<boolean> {
  const { fault } = await lookAtEnd(await database())
  if (fault !== null) log.error({ reason: fault }, 'journal_broken')
  return fault === null
}

/**
 * Writes outcomes that wait now, for somebody asks for what they tell: a few seconds later is too late for them. However many ask, it's tried once at
 * a time. Never rejects: what can't be written goes on waiting.
 */
export function writeWaiting(): Promise<void> {
  const state = singleton('journal-writing-waiting', () => ({ now: null as Promise<void> | null }))
  state.now ??= inTurn(async () => {
    if (pendingOutcomes() > 0 && (await isWhole())) await catchUp()
  })
    .catch((cause: unknown) => log.error({ err: cause }, 'journal_not_tidied'))
    .finally(() => {
      state.now = null
    })
  return state.now
}

/** Writes outcomes that wait, once the database takes them again. What still fails is kept, and doesn't hold up the others. */
export async function catchUp(): Promise<void> {
  const taken = takePending()
  leaveWaiting(taken, await unwrittenOf(taken.waiting))
}

async function unwrittenOf(waiting: ReturnType<typeof takePending>['waiting']) {
  const unwritten: typeof waiting = []
  for (const [at, each] of waiting.entries()) {
    const { action, body, outcome } = each
    const command = ruledCommand(action.operation)
    try {
      if (command) await settle(action, command, body, outcome)
    } catch (cause) {
      log.error({ err: cause, actionId: action.action_id, outcomes: waiting.length - at }, 'journal_still_pending')
      unwritten.push(each)
      if (!(await takesOthers(cause))) return [...unwritten, ...waiting.slice(at + 1)]
    }
  }
  return unwritten
}

/** Whether others may be written although one failed for this cause: the database is there and takes writes. */
const takesOthers = async (cause: unknown): Promise<boolean> =>
  unwritable(cause) === null && !isLocked(cause) && (await isWhole().catch(() => false))

/**
 * Makes rows unconfirmed that a process left open when it ended, or that are older than a socket can live; with `mine` those of this process
 * too, which is about to end. Returns how many. One whose outcome waits to be written is known, and so is one that this process never sent.
 */
export async function closeAbandoned({ now = Date.now(), mine = false } = {}): Promise<number> {
  const store = await database()
  const open = await store.selectFrom('actions').selectAll().where('state', '=', 'sent').execute()
  const known = open.length > 0 ? actionsWithKeptOutcome() : new Set()
  const isAbandoned = (row: Action) =>
    wasNeverSent(row) ||
    (mine && row.process === processName()) ||
    !mayStillRun(row.process) ||
    (isOffTheWire(row, now) && !isBeingSent(row))
  const abandoned = open.filter((row) => !known.has(row.action_id) && isAbandoned(row))
  let closed = 0
  for (const action of abandoned) if (await close(action)) closed += 1
  return closed
}

/** False for a row that somebody changed by hand: it stays as it is, for `verify` to name, and doesn't hold up the others. */
async function close(action: Action): Promise<boolean> {
  const command = ruledCommand(action.operation)
  const outcome = wasNeverSent(action) ? neverSent(action) : unlearnt(action)
  try {
    if (command) await settle(action, command, null, outcome)
  } catch (cause) {
    if (isChangedByHand(cause)) return false
    throw cause
  }
  log.warn({ actionId: action.action_id, outcome: outcome.state }, 'abandoned_action_closed')
  return true
}

function unlearnt({ action_id: actionId }: Action): Outcome {
  const detail = 'The dashboard stopped, or lost its database, before it could save an answer. The action may have been applied.'
  const { problem: body } = problem('unconfirmed', detail, { code: 'process_ended', actionId })
  return { state: 'unconfirmed', status: body.status, body, code: body.code }
}

function neverSent({ action_id: actionId }: Action): Outcome {
  const detail = 'The dashboard lost its database before it could send this. Nothing was sent.'
  const { problem: body } = problem('unavailable', detail, { code: 'journal_unavailable', actionId })
  return { state: 'not-sent', status: body.status, body, code: body.code }
}
