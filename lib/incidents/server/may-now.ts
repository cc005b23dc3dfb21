import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import type { DashboardRight } from '@/lib/core/roles'
import { may as holds, needsRole } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Person } from '@/lib/people/server/sessions'
import type { IncidentState, IncidentStep, RowState } from '../incident'
import { carriesMs, lookMs, startWithinMs } from './plan'
import { leftSince } from './row-answer'
import type { IncidentTableRow } from './store'

type Rule = {
  right: DashboardRight
  from: readonly IncidentState[]
  not?: (row: IncidentTableRow, person: Person, now: number) => string | null
}

const approvedWithin = ({ decided_as, decided_at }: Approved, ms: number, now: number): boolean =>
  decided_as === 'approved' && now - Date.parse(decided_at ?? '') <= ms

type Approved = Pick<IncidentTableRow, 'decided_as' | 'decided_at'>
const startable = (row: Approved, now: number): boolean => approvedWithin(row, startWithinMs, now)
export const stillCarries = (row: Approved, now: number): boolean => approvedWithin(row, carriesMs, now)

/** So often it may pause by itself before a second person is asked again. */
const maxTrips = 3

/** Whoever gave it might not approve any more when a row was to be sent: it's over, however young it is and whoever comes back. */
const isVoid = ({ paused_as, paused_at, decided_at }: IncidentTableRow): boolean =>
  paused_as === 'stale' && (decided_at ?? '') < (paused_at ?? '')

function mustAskAgain(row: IncidentTableRow, now = Date.now()): string | null {
  if (row.trips >= maxTrips) return 'It has paused automatically three times. Request approval again.'
  if (!stillCarries(row, now)) return 'Its approval has expired. Request approval again.'
  return isVoid(row) ? 'Its approval no longer counts. Request approval again.' : null
}

export const changedByYou = 'You changed this plan. Ask a colleague who didn’t to approve it.'

/** Whether a person has changed an incident's command, rows or words, by the journal: then they don't approve it either. */
export async function hasChanged(store: Database, incident: string, { accountId }: Pick<Person, 'accountId'>): Promise<boolean> {
  const entries = await store
    .selectFrom('journal')
    .select('detail')
    .where('action_id', '=', incident)
    .where('kind', '=', 'incident')
    .where('account_id', '=', accountId)
    .execute()
  return entries.some(({ detail }) => changing.has(fromOwnJson<{ did: string }>(detail).did))
}

const changing = new Set(['drafted', 'edited', 'rows'])

/** Between two changes of a plan there are a few previews and requests at most. */
const entriesRead = 100

/** The last change of a plan that may still be changed, by the journal. */
export async function lastEdit(store: Database, { id, state, started_at }: IncidentTableRow, { accountId }: Person) {
  if (!stepRules.edit.from.includes(state) && state !== 'approved') return null
  if (started_at !== null) return null
  const entries = await store
    .selectFrom('journal')
    .select(['seq', 'at', 'person', 'account_id', 'detail'])
    .where('action_id', '=', id)
    .where('kind', '=', 'incident')
    .orderBy('seq', 'desc')
    .limit(entriesRead)
    .execute()
  const last = entries.find(({ detail }) => changing.has(fromOwnJson<{ did: string }>(detail).did))
  return last ? { seq: Number(last.seq), by: last.person, at: last.at, mine: last.account_id === accountId } : null
}

/** Pauses that nothing ends but a stop. */
const forGood: Record<string, string> = {
  clock: 'An end date is too near now. Stop this incident and plan the rest again.',
  changed: 'Stop this incident, plan the rest again, and tell the person who runs Counterfoil.',
}

export const takeOverFirst = ({ run_by }: Pick<IncidentTableRow, 'run_by'>) =>
  `It’s sent in the name of ${run_by}, who may not send it any more. Take it over first.`

/** Each step: who may take it, from which states, and what else is in its way. What may be taken is decided by the same rules when it is. */
export const stepRules: Record<IncidentStep, Rule> = {
  edit: {
    right: 'planIncident',
    from: ['draft', 'previewed', 'waiting'],
    // A run that waits for approval again has rows that were sent.
    not: (row) => (row.started_at === null ? null : 'It has begun, so it can’t be changed. Stop it and plan the rest again.'),
  },
  preview: {
    right: 'planIncident',
    from: ['draft', 'previewed'],
    not: (row) => (row.rows === 0 ? 'Enter at least one row first.' : null),
  },
  ask: {
    right: 'planIncident',
    from: ['previewed', 'paused', 'approved', 'waiting'],
    not: (row, { accountId }, now) => {
      // Neither the planner nor who asked decides. Where the planner asks in their place, they may.
      if (row.state === 'waiting')
        return row.planned_account === accountId && row.asked_account !== accountId ? null : 'It waits for approval already.'
      if (row.state === 'paused' && mustAskAgain(row, now) === null) return 'It’s approved already.'
      return row.state === 'approved' && startable(row, now) ? 'It’s approved already.' : null
    },
  },
  decide: {
    right: 'decideIncident',
    from: ['waiting'],
    not: (row, { accountId }) => {
      if (row.planned_account === accountId) return 'You planned this. Ask a colleague to approve it.'
      return row.asked_account === accountId ? 'You requested this approval. Ask a colleague to decide.' : null
    },
  },
  start: {
    right: 'planIncident',
    from: ['approved'],
    not: (row, _, now) =>
      startable(row, now) ? null : 'Its approval has expired because a run starts within 12 hours. Request approval again.',
  },
  look: {
    right: 'planIncident',
    from: ['look', 'waiting'],
    not: (row, person, now) => {
      if (row.state === 'waiting') return whyNot('decide', row, person, now)
      return row.run_account === person.accountId ? null : `${row.run_by} started it. Take it over to look at the pilot yourself.`
    },
  },
  'go-on': {
    right: 'planIncident',
    from: ['look'],
    not: (row, _, now) => {
      if (row.looked_at === null) return 'Open each row of the pilot first.'
      return now - Date.parse(row.pilot_over_at ?? '') < lookMs ? 'Look at the pilot for a minute first.' : null
    },
  },
  pause: { right: 'watchIncident', from: ['pilot', 'running'] },
  resume: {
    right: 'planIncident',
    from: ['paused'],
    not: (row, _, now) => forGood[row.paused_as ?? ''] ?? mustAskAgain(row, now),
  },
  stop: {
    right: 'planIncident',
    from: ['approved', 'pilot', 'look', 'running', 'paused', 'waiting'],
    not: (row) => (row.state === 'waiting' && row.started_at === null ? 'Nothing runs yet.' : null),
  },
  close: { right: 'planIncident', from: ['draft', 'previewed', 'done', 'stopped'] }, // a plan that nobody wants any more, too
  'take-over': {
    right: 'planIncident',
    from: ['pilot', 'look', 'running', 'paused', 'waiting'],
    not: (row, { accountId }) => {
      if (row.started_at === null) return 'Nothing runs yet.'
      return row.run_account === accountId ? 'It’s yours already.' : null
    },
  },
  rate: { right: 'watchIncident', from: ['approved', 'pilot', 'look', 'running', 'paused'] },
  inverse: { right: 'planIncident', from: ['done', 'stopped', 'closed'] },
  again: { right: 'planIncident', from: ['done', 'stopped', 'closed'] },
}

export const undoWaits = 'A row is still on its way. Undo it once that has ended.'
const busyText = 'It can’t be done while the incident is'

/** Why a person may not take a step now, in a sentence; null where they may. */
export function whyNot(step: IncidentStep, row: IncidentTableRow, person: Person, now = Date.now()): string | null {
  const { right, from, not } = stepRules[step]
  if (!holds(person.role, right)) return needsRole(right)
  if (!from.includes(row.state)) return `${busyText} ${row.state}.`
  return not?.(row, person, now) ?? null
}

export function mayNow(
  row: IncidentTableRow,
  person: Person,
  counts: Record<RowState, number>,
): Record<IncidentStep, string | null> {
  const now = Date.now()
  const answers = Object.fromEntries(
    (Object.keys(stepRules) as IncidentStep[]).map((step) => [step, whyNot(step, row, person, now)]),
  ) as Record<IncidentStep, string | null>
  if (answers.inverse === null && counts.claimed > 0) answers.inverse = undoWaits
  if (answers.inverse === null && counts.done + counts.unconfirmed === 0)
    answers.inverse = 'Nothing was done, so there’s nothing to undo.'
  const left = counts['not-sent'] + counts.refused + counts.moved + Math.max(0, leftSince(row, counts))
  if (answers.again === null && left === 0) answers.again = 'Nothing is left to be sent again.'
  return answers
}
