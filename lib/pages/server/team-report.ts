import 'server-only'
import { refusalReason, wasUndone } from '@/lib/commands/server/outcome-conditions'
import { daysAfter } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { sumByCurrency } from '@/lib/core/money'
import { invalid } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import { operations } from '@/lib/operations'
import { closedTo } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { refundStates } from '@/lib/refunds/refund'
import { stateLabels } from '@/lib/refunds/refund-filter'
import {
  percentile,
  type RefundReport,
  type ReportCounts,
  type ReportFilter,
  type ReportGroup,
  type ReportRow,
  type TeamReport,
} from '../team-report'
import { approvalsIn, proposalsIn, refundRate } from './report-parts'

/** More than this isn't put together at once. */
const maxActions = 50_000

type Row = Awaited<ReturnType<typeof actionsIn>>[number]

/** What everybody sent in some days, or what a person did themselves where they may not read the whole journal. */
export async function teamReport(person: Person, filter: ReportFilter): Promise<TeamReport> {
  const store = await database()
  const own = !may(person.role, 'wholeJournal')
  const actions = await actionsIn(store, person, filter)
  if (actions.length > maxActions)
    throw invalid([
      { field: 'from', title: `Choose fewer days. A report counts up to ${maxActions.toLocaleString('en')} actions.` },
    ])
  const groups = [...groupBy(actions, (row) => keyOf(row, filter.by))]
  const data = groups.map(([key, rows]): ReportRow => ({ key, ...labelled(key, filter), ...countsOf(rows) }))
  return {
    data: data.toSorted((a, b) => a.label.localeCompare(b.label)),
    meta: {
      ...filter,
      type: 'collection',
      total: data.length,
      asOf: new Date().toISOString(),
      all: countsOf(actions),
      reasons: await reasonsIn(store, person, filter),
      refunds: await refundsIn(store, person, filter),
      approvals: await approvalsIn(store, person, filter),
      proposals: await proposalsIn(store, person, filter),
      rate: own ? null : await refundRate(store, person, filter),
      own,
    },
  }
}

function selectedActions(store: Database, person: Person, { from, to }: ReportFilter) {
  const closed = closedTo(person)
  return store
    .selectFrom('actions')
    .where('created_at', '>=', `${from}T00:00:00.000Z`)
    .where('created_at', '<=', `${to}T23:59:59.999Z`)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('account_id', '=', person.accountId))
}

const actionsIn = (store: Database, person: Person, filter: ReportFilter) =>
  selectedActions(store, person, filter)
    .select(['person', 'operation', 'merchant', 'state', 'settled_as', 'contradicted_at', 'created_at', 'answered_at'])
    .select((is) => is.case().when(wasUndone(store)(is)).then(1).else(0).end().as('undone'))
    .limit(maxActions + 1)
    .execute()

function keyOf({ person, operation, merchant, created_at }: Row, by: ReportGroup): string {
  const keys: Record<ReportGroup, string> = { person, verb: operation, account: merchant, day: created_at.slice(0, 10) }
  return keys[by]
}

/** What a group is called, and how the journal is asked for it. */
function labelled(key: string, { by }: ReportFilter): Pick<ReportRow, 'label' | 'filter'> {
  switch (by) {
    case 'person':
      return { label: key, filter: { person: key } }
    case 'day':
      return { label: key, filter: { from: key, to: key } }
    case 'verb':
      return { label: Object.values(operations).find(({ name }) => name === key)?.summary ?? key, filter: { operation: key } }
    case 'account':
      return { label: env().merchants.find(({ code }) => code === key)?.name ?? key, filter: { merchant: key } }
  }
}

function countsOf(rows: readonly Row[]): ReportCounts {
  const count = (is: (row: Row) => boolean) => rows.filter(is).length
  const seconds = rows.flatMap(({ created_at, answered_at }) =>
    answered_at === null ? [] : [(Date.parse(answered_at) - Date.parse(created_at)) / 1_000],
  )
  return {
    all: rows.length,
    done: count(({ state }) => state === 'done'),
    refused: count(({ state }) => state === 'refused'),
    notSent: count(({ state }) => state === 'not-sent'),
    unconfirmed: count(({ state }) => state === 'unconfirmed'),
    open: count((row) => (row.state === 'unconfirmed' && row.settled_as === null) || row.contradicted_at !== null),
    undone: count(({ undone }) => Number(undone) === 1),
    middle: percentile(seconds, 50),
    most: percentile(seconds, 95),
  }
}

const maxReasons = 10

/** Why the service refused commands: its own words, else its code. */
async function reasonsIn(store: Database, person: Person, filter: ReportFilter): Promise<TeamReport['meta']['reasons']> {
  const reason = refusalReason(store)
  const rows = await selectedActions(store, person, filter)
    .select(({ fn }) => [reason.as('reason'), fn.countAll<string | number>().as('count')])
    .where('state', '=', 'refused')
    .groupBy(reason)
    .execute()
  const reasons = rows.map((row) => ({ reason: row.reason, count: Number(row.count) }))
  return reasons.toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)).slice(0, maxReasons)
}

async function refundsIn(store: Database, person: Person, { from, to }: ReportFilter): Promise<RefundReport> {
  const closed = closedTo(person)
  const asked = store
    .selectFrom('refunds')
    .where('refunds.asked_at', '>=', from)
    .where('refunds.asked_at', '<', daysAfter(to, 1))
    .$if(closed.length > 0, (query) => query.where('refunds.merchant', 'not in', closed))
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('refunds.account_id', '=', person.accountId))
  const rows = await asked.select(['id', 'state', 'currency', 'amount']).execute()
  const ends = await asked
    .innerJoin('refund_steps', 'refund_steps.refund_id', 'refunds.id')
    .where('refund_steps.kind', '=', 'done')
    .select(['refund_steps.at', 'refunds.asked_at'])
    .execute()
  const hours = ends.map(({ at, asked_at }) => (Date.parse(at) - Date.parse(asked_at)) / 3_600_000)
  return {
    asked: rows.length,
    filter: may(person.role, 'wholeJournal') ? {} : { person: person.name },
    states: refundStates.map((state) => {
      const of = rows.filter((row) => row.state === state)
      const sums = [...sumByCurrency(of)].map(([currency, amount]) => ({ currency, amount }))
      return { state, label: stateLabels[state], count: of.length, sums }
    }),
    middleHours: percentile(hours, 50),
    mostHours: percentile(hours, 95),
  }
}
