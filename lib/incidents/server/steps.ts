import 'server-only'
import type { Transaction } from 'kysely'
import { invalid, problem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { wakeJobs } from '@/lib/jobs/job-runner'
import { jobQueue } from '@/lib/jobs/queue'
import type { Claim } from '@/lib/journal/action-ids'
import { hashOfRows } from '@/lib/journal/planned-rows'
import type { Person } from '@/lib/people/server/sessions'
import type { IncidentStep } from '../incident'
import { requireFarEnough } from './commands'
import { backToDraft, rateWithin } from './drafts'
import { examplesOf, planHash } from './finish-preview'
import { changedByYou, hasChanged, stepRules, whyNot } from './may-now'
import { rowsToOpen } from './opened'
import { requireRunnerMay } from './people'
import { rowsToChange } from './row-answer'
import { newestEnd } from './run-answer'
import { commandIn, findIncident, type IncidentTableRow, isOnTheWire, type Step, takeStep, wrongState } from './store'

type Tx = Transaction<Tables>
export type Taking = { person: Person; id: string; version: number | null; claim: Claim }
type Change = { did: string; detail?: object; values: Partial<IncidentTableRow> | null }

/** Takes a step by its rule. Throws `conflict` (`state`, `look_first`) or `forbidden` (`own_incident`) where it may not be taken now. */
function step(name: IncidentStep, taking: Taking, work: (tx: Tx, row: IncidentTableRow) => Change | Promise<Change>) {
  const { right, from } = stepRules[name]
  const whole: Step = { ...taking, right, from }
  return takeStep(whole, async (tx, row) => {
    const why = whyNot(name, row, taking.person)
    if (why !== null) throw refusal(name, why)
    return work(tx, row)
  })
}

function refusal(name: IncidentStep, why: string): Error {
  if (name === 'decide') return problem('forbidden', why, { code: 'own_incident' })
  return problem('conflict', why, { code: name === 'go-on' ? 'look_first' : 'state' })
}

/** Has the preview made. It's there once the incident is `previewed`. */
export async function askForPreview(taking: Taking): Promise<{ id: string }> {
  const queue = await jobQueue()
  const answer = await step('preview', taking, async (tx, row) => {
    requireFarEnough(commandIn(row), row.merchant)
    const work = { process: '', until: '', previewing: 1, done: 0 }
    await tx
      .insertInto('incident_work')
      .values({ incident: row.id, ...work })
      .onConflict((conflict) => conflict.column('incident').doUpdateSet(work))
      .execute()
    await queue.put(tx, 'incident', {})
    return { did: 'preview', values: backToDraft }
  })
  wakeJobs('incident')
  return answer
}

/** Asks a second person. Throws `invalid` where nothing would be sent, or a day has come too near. */
export const askForApproval = (taking: Taking) =>
  step('ask', taking, (_, row) => {
    requireFarEnough(commandIn(row), row.merchant)
    if (rowsToChange(row) === 0)
      throw problem('invalid', 'Nothing would change, so there’s nothing to approve.', { code: 'nothing_to_do' })
    const { accountId: asked_account, name: asked_by } = taking.person
    const open = { decided_as: null, decided_at: null, decided_account: null, decided_by: null, decision_note: null }
    const values = { state: 'waiting' as const, asked_at: now(), asked_account, asked_by, ...open }
    return { did: 'asked', detail: { plan: row.plan_hash }, values }
  })

const now = () => new Date().toISOString()

type Decision = { decision: 'approve' | 'decline'; note?: string | null | undefined; planHash: string }

/** A second person approves exactly the plan that they have seen, once they have opened the rows drawn for them, or declines it. */
export const decideIncident = (taking: Taking, { decision, note = null, planHash: seen }: Decision) =>
  step('decide', taking, async (tx, row) => {
    if (await hasChanged(tx, row.id, taking.person)) throw refusal('decide', changedByYou)
    if (seen !== row.plan_hash)
      throw problem('conflict', 'The plan has changed since you opened it, so nothing was approved. Look at it again.', {
        code: 'changed',
      })
    const { accountId, name } = taking.person
    const decided = { decided_at: now(), decided_account: accountId, decided_by: name, decision_note: note }
    const opened = decision === 'approve' ? await requireOpened(tx, row, taking.person) : []
    const detail = { plan: row.plan_hash, note, askedBy: row.asked_by, opened }
    const isRunning = row.started_at !== null
    if (decision === 'decline')
      return {
        did: 'declined',
        detail,
        values: {
          ...(isRunning ? { state: 'paused' as const } : backToDraft),
          ...decided,
          decided_as: 'declined' as const,
          asked_at: row.asked_at,
          asked_by: row.asked_by,
          asked_account: row.asked_account,
        },
      }
    const state = isRunning ? ('paused' as const) : ('approved' as const)
    const rate_approved = row.rate_approved ?? row.rate
    return { did: 'approved', detail, values: { state, ...decided, decided_as: 'approved' as const, rate_approved, trips: 0 } }
  })

/** The rows that somebody has opened of those that were drawn for them. Throws `conflict` (`look_first`) where one is missing. */
async function requireOpened(tx: Tx, row: IncidentTableRow, person: Person): Promise<number[]> {
  const { rows, opened } = await rowsToOpen(tx, row, person)
  const left = rows.filter((n) => !opened.includes(n))
  if (left.length === 0) return rows
  throw problem('conflict', `Nothing was approved. Open these rows first: ${left.join(', ')}`, { code: 'look_first' })
}

/** Throws `unavailable` where rows or plan are not what was approved: somebody changed them in the database. */
async function requireAsPlanned(id: string): Promise<void> {
  const store = await database()
  const row = await findIncident(store, id)
  if (!row) return
  const rowsHash = await hashOfRows(store, id)
  if (row.rows_hash === rowsHash && row.plan_hash === planHash(row, rowsHash)) return
  if (row.plan_hash === null) throw wrongState(row.state)
  throw problem(
    'unavailable',
    'The rows aren’t those that were approved. Nothing was sent. Tell the person who runs Counterfoil.',
    {
      code: 'row_changed',
      title: 'Nothing was sent',
    },
  )
}

/** Sends the first three. */
export async function startPilot(taking: Taking): Promise<{ id: string }> {
  await requireAsPlanned(taking.id)
  const queue = await jobQueue()
  const answer = await step('start', taking, async (tx, row) => {
    requireFarEnough(commandIn(row), row.merchant)
    const pilot = await examplesOf(tx, row.id)
    await queue.put(tx, 'incident', {})
    const { accountId: run_account, name: run_by } = taking.person
    const values = {
      state: 'pilot' as const,
      started_at: now(),
      resumed_at: await newestEnd(tx, row.id),
      run_account,
      run_by,
      pilot: JSON.stringify(pilot),
    }
    return { did: 'started', detail: { pilot, plan: row.plan_hash }, values }
  })
  wakeJobs('incident')
  return answer
}

/**
 * Notes which rows this person has opened: of a plan those drawn for them, of a pilot its own. Once whoever started it has opened each row of
 * the pilot, it was looked at.
 */
export const openRows = (taking: Taking, rows: readonly number[]) =>
  step('look', taking, async (tx, row) => {
    const toOpen = await rowsToOpen(tx, row, taking.person)
    if (rows.some((n) => !toOpen.rows.includes(n)))
      throw invalid([{ field: 'rows', title: `Open these rows: ${toOpen.rows.join(', ')}` }])
    const { of, since } = toOpen
    const detail = { of, since, rows }
    const isWhole = toOpen.rows.every((n) => rows.includes(n) || toOpen.opened.includes(n))
    if (of === 'plan' || !isWhole) return { did: 'opened', detail, values: null }
    return { did: 'looked', detail, values: { looked_at: now(), looked_by: taking.person.name } }
  })

/** Sends the rest. Throws `conflict` with `look_first` before the pilot was looked at for a minute. */
export async function goOn(taking: Taking): Promise<{ id: string }> {
  await requireAsPlanned(taking.id)
  const queue = await jobQueue()
  const answer = await step('go-on', taking, async (tx, row) => {
    await requireRunnerMay(tx, row, taking.person)
    await queue.put(tx, 'incident', {})
    return { did: 'went on', values: { state: 'running' as const, resumed_at: await newestEnd(tx, row.id) } }
  })
  wakeJobs('incident')
  return answer
}

/** Once this is committed no row's intent is written any more. Anybody may pause. */
export const pauseIncident = (taking: Taking, why: string | null) =>
  step('pause', taking, (_, row) => ({
    did: 'paused',
    detail: { as: 'hand', why },
    values: pausedAs('hand', row, { by: taking.person.name, why }),
  }))

export const pausedAs = (
  paused_as: string,
  { state }: Pick<IncidentTableRow, 'state'>,
  { by, why }: { by: string | null; why: string | null },
): Partial<IncidentTableRow> => ({
  state: 'paused',
  paused_as,
  paused_at: now(),
  paused_by: by,
  paused_why: why,
  paused_from: state === 'pilot' ? 'pilot' : 'running',
})

export async function resumeIncident(taking: Taking, reason: string): Promise<{ id: string }> {
  await requireAsPlanned(taking.id)
  const queue = await jobQueue()
  const answer = await step('resume', taking, async (tx, row) => {
    await requireRunnerMay(tx, row, taking.person)
    await queue.put(tx, 'incident', {})
    const onceMore = { resumed_at: await newestEnd(tx, row.id), paused_as: null, paused_why: null }
    return { did: 'resumed', detail: { reason }, values: { state: row.paused_from ?? ('running' as const), ...onceMore } }
  })
  wakeJobs('incident')
  return answer
}

/** What hasn't been sent stays behind. What is on the wire still ends. */
export const stopIncident = (taking: Taking, why: string | null) =>
  step('stop', taking, () => ({ did: 'stopped', detail: { why }, values: { state: 'stopped', ended_at: now() } }))

export const closeIncident = (taking: Taking) =>
  step('close', taking, async (tx, row) => {
    if (await isOnTheWire(tx, row.id))
      throw problem('conflict', 'A row is still on its way. Close it once that has ended.', { code: 'state' })
    return { did: 'closed', values: { state: 'closed', closed_at: now() } }
  })

/** From now on rows are sent in this person's name. */
export const takeOverIncident = (taking: Taking) =>
  step('take-over', taking, (_, row) => {
    const { accountId: run_account, name: run_by } = taking.person
    return { did: 'taken over', detail: { from: row.run_by }, values: { run_account, run_by, looked_at: null, looked_by: null } }
  })

/** Whoever may pause may slow it down; up to the approved rate it's made faster by whoever may plan. */
export const changeRate = (taking: Taking, rate: number) =>
  step('rate', taking, (_, row) => {
    if (rateWithin(rate) > (row.rate_approved ?? 0))
      throw problem('conflict', `${row.rate_approved} a second were approved. A higher rate is a new plan.`, { code: 'rate' })
    if (rate > row.rate && !may(taking.person.role, 'planIncident'))
      throw problem('forbidden', needsRole('planIncident'), { code: 'rate' })
    return { did: 'rate', detail: { from: row.rate, to: rate }, values: { rate } }
  })
