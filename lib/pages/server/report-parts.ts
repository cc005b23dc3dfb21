import 'server-only'
import { tooQuickMs } from '@/lib/agents/proposal'
import { may } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import { spellingsOf } from '@/lib/database/same-id'
import { closedTo, merchantsOf } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { type ApprovalReport, type ProposalReport, percentile, type RefundRate, type ReportFilter } from '../team-report'

/** Requests asked and decided in some days. Those that nobody decided, or that were withdrawn, are the rest. */
export async function approvalsIn(store: Database, person: Person, { from, to }: ReportFilter): Promise<ApprovalReport> {
  const [start, end] = [`${from}T00:00:00.000Z`, `${to}T23:59:59.999Z`]
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('approvals')
    .select(['state', 'asked_at', 'decided_at'])
    .where('proposed_by', 'is', null)
    .where((is) => is.or([is.between('asked_at', start, end), is.between('decided_at', start, end)]))
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('account_id', '=', person.accountId))
    .execute()
  const within = (at: string | null) => at !== null && at >= start && at <= end
  const decided = rows.filter(({ state, decided_at }) => (state === 'approved' || state === 'declined') && within(decided_at))
  const seconds = decided.map(({ asked_at, decided_at }) => (Date.parse(decided_at ?? '') - Date.parse(asked_at)) / 1_000)
  return {
    asked: rows.filter(({ asked_at }) => within(asked_at)).length,
    approved: decided.filter(({ state }) => state === 'approved').length,
    declined: decided.filter(({ state }) => state === 'declined').length,
    middleSeconds: percentile(seconds, 50),
    mostSeconds: percentile(seconds, 95),
  }
}

/** Proposals of machines that were decided in some days. Whoever may not read the whole journal sees none of others’. */
export async function proposalsIn(store: Database, person: Person, { from, to }: ReportFilter): Promise<ProposalReport> {
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('approvals')
    .select(['state', 'looked_ms'])
    .where('proposed_by', 'is not', null)
    .where('decided_at', '>=', `${from}T00:00:00.000Z`)
    .where('decided_at', '<=', `${to}T23:59:59.999Z`)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(!may(person.role, 'wholeJournal'), (query) => query.where('decided_by', '=', person.name))
    .execute()
  const looked = rows.flatMap(({ state, looked_ms }) => (state === 'approved' && looked_ms !== null ? [looked_ms] : []))
  return {
    pressed: rows.filter(({ state }) => state === 'approved').length,
    declined: rows.filter(({ state }) => state === 'declined').length,
    middleSeconds: percentile(
      looked.map((ms) => ms / 1_000),
      50,
    ),
    tooQuick: looked.filter((ms) => ms < tooQuickMs).length,
  }
}

/** Of the charges received in some days that were read here, how many a refund was made of, in whatever part. */
export async function refundRate(store: Database, person: Person, filter: ReportFilter): Promise<RefundRate> {
  const merchants = merchantsOf(person).map(({ code }) => code)
  if (merchants.length === 0) return { received: 0, refunded: 0, buyers: 0 }
  const all = await receivedIn(store, merchants, filter)
    .select(({ fn }) => [
      fn.countAll<string | number>().as('received'),
      fn.count<string | number>('directory_charges.buyer_id').distinct().as('buyers'),
    ])
    .executeTakeFirstOrThrow()
  const done = await receivedIn(store, merchants, filter)
    .innerJoin('refunds', (on) =>
      on
        .onRef('refunds.merchant', '=', 'directory_charges.merchant')
        .on('directory_charges.charge_id', 'in', spellingsOf('refunds.charge_id')),
    )
    .where('refunds.state', '=', 'done')
    .select(({ fn }) => fn.count<string | number>('directory_charges.charge_id').distinct().as('refunded'))
    .executeTakeFirstOrThrow()
  return { received: Number(all.received), refunded: Number(done.refunded), buyers: Number(all.buyers) }
}

const receivedIn = (store: Database, merchants: readonly string[], { from, to }: ReportFilter) =>
  store
    .selectFrom('directory_charges')
    .where('directory_charges.merchant', 'in', merchants)
    .where('directory_charges.told_by', '=', 'read') // what only an event says is no money
    .where('directory_charges.receipt', '>', 0)
    .where('directory_charges.day', '>=', from)
    .where('directory_charges.day', '<=', to)
