import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import { merchantsOf } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { commandText, type IncidentCommand } from '../command'
import type { IncidentState, WaitingIncident } from '../incident'

/** How many incidents of a merchant account aren't closed, and since when the oldest is there. */
export async function countOpenIncidents(merchant: string): Promise<{ count: number; oldest: string | null }> {
  const { count, oldest } = await (await database())
    .selectFrom('incidents')
    .select(({ fn }) => [fn.countAll<string | number>().as('count'), fn.min('made_at').as('oldest')])
    .where('merchant', '=', merchant)
    .where('state', '!=', 'closed')
    .executeTakeFirstOrThrow()
  return { count: Number(count), oldest }
}

/** An incident for a list of what is open: what it does, who planned it and when. */
export type OpenIncident = { id: string; words: string; person: string; ticket: string | null; at: string }

/** Those that aren't closed, the oldest first; of one person alone where their account is named. */
export async function openIncidents(
  store: Database,
  merchant: string,
  own: string | null,
  limit: number,
): Promise<OpenIncident[]> {
  const rows = await store
    .selectFrom('incidents')
    .select(['id', 'command', 'planned_by', 'ticket', 'made_at'])
    .where('merchant', '=', merchant)
    .where('state', '!=', 'closed')
    .$if(own !== null, (query) => query.where('planned_account', '=', own ?? ''))
    .orderBy('made_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, command, planned_by, ticket, made_at }) => ({
    id,
    words: commandText(fromOwnJson<IncidentCommand>(command)),
    person: planned_by,
    ticket,
    at: made_at,
  }))
}

/** Those that this person may decide: of their merchant accounts, and planned and asked for by somebody else. */
export async function incidentsToDecide(person: Person): Promise<WaitingIncident[]> {
  const merchants = merchantsOf(person).map(({ code }) => code)
  if (!may(person.role, 'decideIncident') || merchants.length === 0) return []
  const rows = await (await database())
    .selectFrom('incidents')
    .select(['id', 'merchant', 'command', 'reason', 'ticket', 'rows', 'asked_by', 'asked_at', 'made_at'])
    .where('state', '=', 'waiting')
    .where('merchant', 'in', merchants)
    .where('planned_account', '!=', person.accountId)
    .where((is) => is.or([is('asked_account', 'is', null), is('asked_account', '!=', person.accountId)]))
    .orderBy('asked_at')
    .limit(50)
    .execute()
  return rows.map(({ id, merchant, command, reason, ticket, rows: count, asked_by, asked_at, made_at }) => ({
    id,
    merchant,
    words: commandText(fromOwnJson<IncidentCommand>(command)),
    reason,
    ticket,
    rows: count,
    person: asked_by ?? '',
    at: asked_at ?? made_at,
  }))
}

/** The states that incidents have now, by id. */
export async function incidentStatesOf(store: Database, ids: readonly string[]): Promise<Map<string, IncidentState>> {
  if (ids.length === 0) return new Map()
  const rows = await store.selectFrom('incidents').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}
