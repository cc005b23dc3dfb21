import 'server-only'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import { dataFolder } from '@/lib/journal/checkpoints'
import { placeOf } from '@/lib/journal/place'
import type { Effect } from '@/lib/operations/effects/effect'
import { ruledCommand } from '@/lib/operations/rules'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { type Action, type ActionAnswer, isOpen, type Possible } from '../action'
import type { OwnerChoice } from '../owner'
import { changedSinceDone, followersOf, type Known, type Later, resendStatus, undoStatus } from './following'
import type { Action as Row } from './intent'
import { knownSince } from './known-since'
import { namesFor } from './names-for'
import { refusalReason, wasUndone } from './outcome-conditions'
import { isOrWasOn, ownedBy, ownersOfActions } from './owners'
import { standingAmong } from './target'
import { endedUnwritten, hasEndedUnwritten } from './unwritten-outcomes'
import { wordsOf } from './words-of'

/** Which actions of the journal are wanted. Days are `YYYY-MM-DD` in UTC; `before` is the cursor of the last one seen. */
export type ActionFilter = {
  person?: string | undefined
  buyerId?: string | undefined
  merchant?: string | undefined
  operation?: string | undefined
  outcome?: string | undefined
  /** Why the service refused it. */
  reason?: string | undefined
  ticket?: string | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
  owner?: OwnerChoice | undefined
  /** Those of these ids, whatever else the filter says; or all but these. */
  only?: readonly string[]
  without?: readonly string[]
}

export const actionsPiece = 50

/** Where the next older piece begins: several actions may share a millisecond. */
export const cursorAfter = ({ at, actionId }: Action) => `${at} ${actionId}`

/** A list leaves out the two long columns: of the answer it needs the status alone, of the sealed values only whether there are any. */
const inLists = [
  ...(['action_id', 'digest', 'state', 'settled_as', 'operation', 'merchant', 'buyer_id', 'target', 'account_id'] as const),
  ...(['settled_at', 'settled_by', 'settled_account', 'settled_how', 'contradicted_at'] as const),
  ...([
    'person',
    'ticket',
    'process',
    'request',
    'effect',
    'undoes',
    'follows',
    'incident',
    'proposed_by',
    'created_at',
    'answered_at',
  ] as const),
  sql<string | null>`case when state = 'done' then substr(answer, 1, 20) else answer end`.as('answer'),
  sql<string>`case when sealed = '' then '' else 'kept' end`.as('sealed'),
]

/** Actions, newest first. Whoever may not read the whole journal sees their own, but all of a buyer they look at and those they're on. */
export async function listActions(person: Person, filter: ActionFilter, limit = actionsPiece): Promise<Action[]> {
  const store = await database()
  const rows = await matchingActions(store, person, filter)
    .select(inLists)
    .orderBy('created_at', 'desc')
    .orderBy('action_id', 'desc')
    .limit(limit)
    .execute()
  return forPeople(store, person, rows)
}

const maxCounted = 1_000

/** Which actions the journal lists under a filter, no more than are counted, and when the oldest of them was sent. */
export async function keysOfActions(person: Person, filter: ActionFilter) {
  const rows = await matchingActions(await database(), person, filter)
    .select(['action_id', 'created_at'])
    .orderBy('created_at')
    .orderBy('action_id')
    .limit(maxCounted + 1)
    .execute()
  const keys = rows.slice(0, maxCounted).map(({ action_id }) => action_id)
  return { keys, count: keys.length, isMore: rows.length > maxCounted, oldest: rows[0]?.created_at ?? null }
}

function matchingActions(store: Database, person: Person, { only, ...rest }: ActionFilter) {
  const filter: ActionFilter = only ? { before: rest.before } : rest
  const own = !may(person.role, 'wholeJournal') && filter.buyerId === undefined && filter.owner !== 'me'
  const closed = closedTo(person)
  return store
    .selectFrom('actions')
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(own && !only, (query) => query.where('account_id', '=', person.accountId))
    .$if(own && only !== undefined, (query) => query.where(isOrWasOn(person)))
    .$if(only !== undefined, (query) => query.where('action_id', 'in', only?.length ? only : ['']))
    .$if((filter.without ?? []).length > 0, (query) => query.where('action_id', 'not in', filter.without ?? []))
    .$if(filter.person !== undefined, (query) => query.where('person', '=', filter.person ?? ''))
    .$if(filter.buyerId !== undefined, (query) => query.where('buyer_id', '=', filter.buyerId ?? ''))
    .$if(filter.merchant !== undefined, (query) => query.where('merchant', '=', filter.merchant ?? ''))
    .$if(filter.operation !== undefined, (query) => query.where('operation', '=', filter.operation ?? ''))
    .$if(filter.outcome === 'open', (query) =>
      query.where((is) =>
        is.or([is.and([is('state', '=', 'unconfirmed'), is('settled_as', 'is', null)]), is('contradicted_at', 'is not', null)]),
      ),
    )
    .$if(filter.outcome === 'undone', (query) => query.where(wasUndone(store)))
    .$if(filter.reason !== undefined, (query) =>
      query.where('state', '=', 'refused').where(refusalReason(store), '=', filter.reason ?? ''),
    )
    .$if(filter.outcome !== undefined && filter.outcome !== 'open' && filter.outcome !== 'undone', (query) =>
      query.where('state', '=', (filter.outcome ?? '') as Row['state']),
    )
    .$if(filter.owner !== undefined, (query) => query.where(ownedBy(filter.owner ?? 'me', person)))
    .$if(filter.ticket !== undefined, (query) => query.where('ticket', '=', filter.ticket ?? ''))
    .$if(filter.from !== undefined, (query) => query.where('created_at', '>=', `${filter.from}T00:00:00.000Z`))
    .$if(filter.to !== undefined, (query) => query.where('created_at', '<=', `${filter.to}T23:59:59.999Z`))
    .$if(filter.before !== undefined, (query) => {
      const [at = '', id = ''] = (filter.before ?? '').split(' ')
      return query.where((is) =>
        is.or([is('created_at', '<', at), is.and([is('created_at', '=', at), is('action_id', '<', id)])]),
      )
    })
}

/**
 * One action's row. Whoever may not read the whole journal finds their own, those they're on, and all of a buyer, whose page shows them.
 * Throws `notFound`, and `forbidden` where the person may not use its merchant account.
 */
export async function actionRow(person: Person, actionId: string): Promise<Row> {
  const store = await database()
  const row = await store
    .selectFrom('actions')
    .selectAll()
    .where('action_id', '=', actionId)
    .$if(!may(person.role, 'wholeJournal'), (query) =>
      query.where((is) => is.or([isOrWasOn(person)(is), is('buyer_id', 'is not', null)])),
    )
    .executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that action in the journal.')
  requireMerchant(person, row.merchant)
  return row
}

export async function oneAction(person: Person, actionId: string): Promise<Action> {
  const row = await actionRow(person, actionId)
  const [action] = await forPeople(await database(), person, [row])
  if (!action) throw problem('notFound', 'We couldn’t find that action in the journal.')
  const place = await placeOf(await database(), actionId, dataFolder())
  return { ...action, place, answer: action.answer && { ...action.answer, ...answeredBody(row) } }
}

async function forPeople(store: Database, person: Person, rows: Row[]): Promise<Action[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ action_id }) => action_id)
  const followers = await followersOf(store, ids)
  const standing = await standingAmong(store, rows)
  const known = await knownSince(store, rows)
  const named = await namesFor(store, rows)
  const owners = await ownersOfActions(store, person, rows.filter(isWaiting))
  const ended = rows.some(({ state }) => state !== 'done') ? endedUnwritten() : new Set<string>()
  const later = (row: Row) => ({ follower: followers.get(row.action_id) ?? null, standing: standing(row), ...known(row) })
  return rows.map((row) => ({
    owner: owners.get(row.action_id) ?? null,
    ...actionFor(person, row, { ...later(row), isUnwritten: hasEndedUnwritten(row, () => ended) }),
    ...named({ ...row, ordered: orderedIn(row) }),
  }))
}

const ordered = z.object({
  body: z.object({ products: z.array(z.object({ productCode: z.string(), quantity: z.optional(z.number()) })) }),
})

/** What an order is of; nothing where the command is no order. */
function orderedIn({ request }: Row): { code: string; quantity: number }[] {
  const { data } = ordered.safeParse(fromOwnJson(request))
  return (data?.body.products ?? []).map(({ productCode: code, quantity = 1 }) => ({ code, quantity }))
}

const isWaiting = ({ state, settled_as, contradicted_at }: Row) =>
  isOpen({ state, settledAs: settled_as }) || contradicted_at !== null

function actionFor(person: Person, row: Row, later: Later & Known & { isUnwritten: boolean }): Omit<Action, 'buyer' | 'product'> {
  const request = fromOwnJson<Action['request']>(row.request)
  const effect = fromOwnJson<Effect | null>(row.effect)
  const notAllowed = whyNot(person, later)
  return {
    actionId: row.action_id,
    operation: row.operation,
    words: wordsOf({ ...row, request }, row.created_at),
    state: row.state,
    settledAs: row.settled_as,
    settledByEvent: row.settled_how === 'event',
    contradiction: contradictionOf(row, person),
    merchant: row.merchant,
    buyerId: row.buyer_id,
    target: row.target,
    person: row.person,
    mine: row.account_id === person.accountId,
    ticket: row.ticket,
    at: row.created_at,
    answeredAt: row.answered_at,
    request,
    effect,
    differences: effect?.differences ?? [],
    answer: answerOf(row),
    undoes: row.undoes,
    incident: row.incident,
    undoneBy: later.follower?.undoes === row.action_id ? later.follower.action_id : null,
    since: changedSinceDone(row, later),
    undo: notAllowed ?? undoStatus(row, effect, later),
    sendAgain: notAllowed ?? resendStatus(row, ruledCommand(row.operation), later),
  }
}

function whyNot({ role }: Person, { isUnwritten }: { isUnwritten: boolean }): Possible | null {
  if (isUnwritten) return { possible: false, why: 'We know the outcome, but couldn’t save it yet. Try again in a minute.' }
  return may(role, 'act') ? null : { possible: false, why: 'Your role can’t change buyers.' }
}

const contradictionOf = (row: Row, { accountId }: Person): Action['contradiction'] =>
  row.contradicted_at === null
    ? null
    : { settledAt: row.settled_at, settledBy: row.settled_by, byMe: row.settled_account === accountId }

function answeredBody({ answer, state }: Row): Pick<ActionAnswer, 'body'> {
  const { body } = fromOwnJson<{ body?: unknown }>(answer ?? '{}')
  return state === 'done' && body != null ? { body } : {}
}

function answerOf({ answer, state }: Row): ActionAnswer | null {
  if (answer === null) return null
  const none = { code: null, detail: null, traceId: null, fields: [] }
  if (state === 'done') return { status: Number(/^\{"status":(\d+)/.exec(answer)?.[1]), ...none } // of a list it may be cut
  const { status, body } = fromOwnJson<{ status: number; body: Record<string, unknown> | null }>(answer)
  if (body === null) return { status, ...none }
  const { code, detail, traceId, uuid, fields } = body as unknown as ActionAnswer
  return { status, code, detail, traceId, ...(uuid ? { uuid } : {}), fields: fields ?? [] }
}
