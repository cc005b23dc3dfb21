import 'server-only'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { hourMs } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { problem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import { assignedHours, awayHours, type Owner, type OwnerChoice } from '../owner'

type Action = Pick<Tables['actions'], 'action_id' | 'merchant' | 'operation' | 'buyer_id' | 'ticket'>
export type Owned = Pick<Tables['owners'], 'merchant' | 'kind' | 'thing'>

const iso = (at: number) => new Date(at).toISOString()

/** The names that are on some things now, by thing. */
export async function ownersOf(
  store: Database,
  { accountId }: Pick<Person, 'accountId'>,
  { merchant, kind, things }: Pick<Owned, 'merchant' | 'kind'> & { things: readonly string[] },
): Promise<Map<string, Owner>> {
  if (things.length === 0) return new Map()
  const rows = await store
    .selectFrom('owners')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('kind', '=', kind)
    .where('thing', 'in', things)
    .where('until', '>', iso(Date.now()))
    .execute()
  return new Map(
    rows.map(({ thing, account_id, person, since, until }) => [thing, { person, mine: account_id === accountId, since, until }]),
  )
}

/** The same for actions of any merchant account, by id. */
export async function ownersOfActions(
  store: Database,
  person: Pick<Person, 'accountId'>,
  actions: readonly { merchant: string; action_id: string }[],
): Promise<Map<string, Owner>> {
  const owners = new Map<string, Owner>()
  for (const [merchant, of] of groupBy(actions, (action) => action.merchant)) {
    const things = of.map(({ action_id }) => action_id)
    for (const [id, owner] of await ownersOf(store, person, { merchant, kind: 'unconfirmed', things })) owners.set(id, owner)
  }
  return owners
}

/**
 * Puts a person's name on a thing for some hours; their own name is put on anew. Throws `conflict` where a colleague's is on it, unless it's
 * `instead` of theirs.
 */
export async function assign(
  tx: Transaction<Tables>,
  { accountId: account_id, name }: Person,
  owned: Owned,
  { hours = assignedHours, instead = false } = {},
): Promise<void> {
  const now = Date.now()
  const values = { account_id, person: name, since: iso(now), until: iso(now + hours * hourMs) }
  // What is over says nothing about anybody any more.
  await tx.deleteFrom('owners').where('until', '<=', values.since).execute()
  const [taken] = await tx
    .insertInto('owners')
    .values({ ...owned, ...values })
    .onConflict((conflict) => {
      const update = conflict.columns(['merchant', 'kind', 'thing']).doUpdateSet(values)
      return instead ? update : update.where('owners.account_id', '=', account_id)
    })
    .returning('thing')
    .execute()
  if (taken) return
  const other = await row(tx, owned)
  throw problem('conflict', `${other?.person ?? 'A colleague'} is on this already. Ask them first.`, { code: 'owned' })
}

/** Who is on an unconfirmed action is in the journal; names on rows of lists pass within hours and aren't. */
export async function recordOwner(tx: Transaction<Tables>, person: Person, action: Action, kind: 'assigned' | 'unassigned') {
  const owned = { merchant: action.merchant, kind: 'unconfirmed', thing: action.action_id }
  const values = await row(tx, owned)
  const of = { table: 'owners' as const, id: `${owned.thing}/${owned.kind}/${owned.merchant}` }
  return append(tx, {
    kind,
    rows: [values ? { ...of, values } : { ...of, removed: true }],
    actionId: action.action_id,
    accountId: person.accountId,
    person: person.name,
    merchant: action.merchant,
    operation: action.operation,
    buyerId: action.buyer_id,
    ticket: action.ticket,
    detail: { action: action.action_id, ...(values && { until: values.until }) },
  })
}

/** Takes a name off a thing: one's own, or a colleague's for who leads. Throws `forbidden`. Returns whether there was one. */
export async function takeOff(tx: Transaction<Tables>, { accountId, role }: Person, owned: Owned): Promise<boolean> {
  const there = await row(tx, owned)
  if (!there) return false
  if (there.account_id !== accountId && !may(role, 'approve'))
    throw problem('forbidden', `${there.person} is on this. ${needsRole('approve')}`, { code: 'role' })
  await tx
    .deleteFrom('owners')
    .where('merchant', '=', owned.merchant)
    .where('kind', '=', owned.kind)
    .where('thing', '=', owned.thing)
    .execute()
  return there.until > iso(Date.now())
}

const row = (tx: Transaction<Tables>, { merchant, kind, thing }: Owned) =>
  tx
    .selectFrom('owners')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .executeTakeFirst()

/** Which actions belong to the person, or to nobody. */
export function ownedBy(choice: OwnerChoice, { accountId }: Person) {
  const now = Date.now()
  return (is: ExpressionBuilder<Tables, 'actions'>) => {
    const names = is
      .selectFrom('owners')
      .select('owners.thing')
      .where('owners.kind', '=', 'unconfirmed')
      .whereRef('owners.merchant', '=', 'actions.merchant')
      .whereRef('owners.thing', '=', 'actions.action_id')
      .where('owners.until', '>', iso(now))
    if (choice === 'me')
      return is.or([
        is.exists(names.where('owners.account_id', '=', accountId)),
        is.and([is('actions.account_id', '=', accountId), is.not(is.exists(names))]),
      ])
    const here = is
      .selectFrom('sessions')
      .select(sql`1`.as('one'))
      .whereRef('sessions.account_id', '=', 'actions.account_id')
      .where('sessions.seen_at', '>', iso(now - awayHours * hourMs))
    return is.and([is.not(is.exists(names)), is.not(is.exists(here))])
  }
}

/** Which actions the person sent, or has their name on. */
export const isOrWasOn =
  ({ accountId }: Person) =>
  (is: ExpressionBuilder<Tables, 'actions'>) => {
    const name = is
      .selectFrom('owners')
      .select('owners.thing')
      .where('owners.kind', '=', 'unconfirmed')
      .whereRef('owners.merchant', '=', 'actions.merchant')
      .whereRef('owners.thing', '=', 'actions.action_id')
      .where('owners.account_id', '=', accountId)
    return is.or([is('actions.account_id', '=', accountId), is.exists(name)])
  }

/** Those of some people who have been here lately. */
export async function hereLately(store: Database, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set()
  const rows = await store
    .selectFrom('sessions')
    .select('account_id')
    .distinct()
    .where('account_id', 'in', accountIds)
    .where('seen_at', '>', iso(Date.now() - awayHours * hourMs))
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}
