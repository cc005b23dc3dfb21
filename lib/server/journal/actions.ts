import 'server-only'
import { sql } from 'kysely'
import type { Action, ActionAnswer, Possible } from '@/lib/action'
import type { Difference, Effect } from '@/lib/operations/effects/effect'
import { problem } from '@/lib/problem'
import { may } from '@/lib/roles'
import { closedTo, requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { type Database, database } from '../database/open'
import type { Action as Row } from './intent'
import { resendable } from './resendable'
import { undoable } from './undoable'
import { wordsOf } from './words-of'

/** Which actions of the journal are wanted. Days are `YYYY-MM-DD` in UTC; `before` is the cursor of the last one seen. */
export type ActionFilter = {
  person?: string | undefined
  buyerId?: string | undefined
  merchant?: string | undefined
  operation?: string | undefined
  outcome?: string | undefined
  ticket?: string | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
}

export const actionsPiece = 50

/** Where the next older piece begins: several actions may share a millisecond. */
export const cursorAfter = ({ at, actionId }: Action) => `${at} ${actionId}`

/** What the service answered and what is sealed is by far the most of a row; of the one a list tells the status, of the other that it is there. */
const inLists = [
  ...(['action_id', 'digest', 'state', 'settled_as', 'operation', 'merchant', 'buyer_id', 'target', 'account_id'] as const),
  ...(['person', 'ticket', 'process', 'request', 'effect', 'undoes', 'created_at', 'answered_at'] as const),
  sql<string | null>`case when state = 'done' then substr(answer, 1, 20) else answer end`.as('answer'),
  sql<string>`case when sealed = '' then '' else 'kept' end`.as('sealed'),
]

/** Actions, newest first. Whoever may not read the whole journal sees their own, but all of a buyer they look at. */
export async function listActions(person: Person, filter: ActionFilter, limit = actionsPiece): Promise<Action[]> {
  const store = await database()
  const own = !may(person.role, 'wholeJournal') && filter.buyerId === undefined
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('actions')
    .select(inLists)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .$if(own, (query) => query.where('account_id', '=', person.accountId))
    .$if(filter.person !== undefined, (query) => query.where('person', '=', filter.person ?? ''))
    .$if(filter.buyerId !== undefined, (query) => query.where('buyer_id', '=', filter.buyerId ?? ''))
    .$if(filter.merchant !== undefined, (query) => query.where('merchant', '=', filter.merchant ?? ''))
    .$if(filter.operation !== undefined, (query) => query.where('operation', '=', filter.operation ?? ''))
    .$if(filter.outcome === 'open', (query) => query.where('state', '=', 'unconfirmed').where('settled_as', 'is', null))
    .$if(filter.outcome !== undefined && filter.outcome !== 'open', (query) =>
      query.where('state', '=', (filter.outcome ?? '') as Row['state']),
    )
    .$if(filter.ticket !== undefined, (query) => query.where('ticket', '=', filter.ticket ?? ''))
    .$if(filter.from !== undefined, (query) => query.where('created_at', '>=', `${filter.from}T00:00:00.000Z`))
    .$if(filter.to !== undefined, (query) => query.where('created_at', '<=', `${filter.to}T23:59:59.999Z`))
    .$if(filter.before !== undefined, (query) => {
      const [at = '', id = ''] = (filter.before ?? '').split(' ')
      return query.where((is) =>
        is.or([is('created_at', '<', at), is.and([is('created_at', '=', at), is('action_id', '<', id)])]),
      )
    })
    .orderBy('created_at', 'desc')
    .orderBy('action_id', 'desc')
    .limit(limit)
    .execute()
  return forPeople(store, person, rows)
}

/** One action's row. Throws `notFound`, and `forbidden` where the person may not use its merchant account. */
export async function actionRow(person: Person, actionId: string): Promise<Row> {
  const store = await database()
  const row = await store.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirst()
  if (!row) throw problem('notFound', 'There is no such action in the journal.')
  requireMerchant(person, row.merchant)
  return row
}

export async function oneAction(person: Person, actionId: string): Promise<Action> {
  const row = await actionRow(person, actionId)
  const [action] = await forPeople(await database(), person, [row])
  if (!action) throw problem('notFound', 'There is no such action in the journal.')
  return action.answer === null ? action : { ...action, answer: { ...action.answer, ...answeredBody(row) } }
}

async function forPeople(store: Database, person: Person, rows: Row[]): Promise<Action[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ action_id }) => action_id)
  const undone = await store
    .selectFrom('actions')
    .select(['undoes', 'action_id'])
    .where('undoes', 'in', ids)
    .where('state', 'in', ['sent', 'done', 'unconfirmed'])
    .execute()
  const undoneBy = new Map(undone.map((row) => [row.undoes, row.action_id]))
  const isNewest = await newestAmong(store, rows)
  return rows.map((row) => actionFor(person, row, undoneBy.get(row.action_id) ?? null, isNewest(row)))
}

/** Whether nothing newer may have been done to the same thing: what was refused, never left or did not happen has done nothing. */
async function newestAmong(store: Database, rows: Row[]): Promise<(row: Row) => boolean> {
  const merchants = [...new Set(rows.map(({ merchant }) => merchant))]
  const targets = [...new Set(rows.map(({ target }) => target))]
  const buyers = [...new Set(rows.flatMap(({ buyer_id }) => buyer_id ?? []))]
  const held = await store
    .selectFrom('targets')
    .select('action_id')
    .where('merchant', 'in', merchants)
    .where('target', 'in', targets)
    .execute()
  const last = new Set(held.map(({ action_id }) => action_id))
  if (buyers.length === 0) return (row) => last.has(row.action_id)
  const done = await store
    .selectFrom('actions')
    .select(({ fn }) => ['merchant', 'target', fn.max('created_at').as('at')])
    .where('merchant', 'in', merchants)
    .where('buyer_id', 'in', buyers)
    .where('target', 'in', targets)
    .where('state', 'in', ['sent', 'done', 'unconfirmed'])
    .where((is) => is.or([is('settled_as', 'is', null), is('settled_as', '=', 'happened')]))
    .groupBy(['merchant', 'target'])
    .execute()
  const newestAt = new Map(done.map(({ merchant, target, at }) => [`${merchant} ${target}`, at]))
  return (row) => last.has(row.action_id) || newestAt.get(`${row.merchant} ${row.target}`) === row.created_at
}

function actionFor(person: Person, row: Row, undoneBy: string | null, newestOnTarget: boolean): Action {
  const request = JSON.parse(row.request) as Action['request']
  const effect = JSON.parse(row.effect) as (Effect & { differences?: Difference[] }) | null
  const notAllowed: Possible | null = may(person.role, 'act')
    ? null
    : { possible: false, why: 'Your role may not act on buyers.' }
  return {
    ...{
      actionId: row.action_id,
      operation: row.operation,
      words: wordsOf({ ...row, request }, row.created_at),
      state: row.state,
      settledAs: row.settled_as,
    },
    ...{
      merchant: row.merchant,
      buyerId: row.buyer_id,
      target: row.target,
      person: row.person,
      mine: row.account_id === person.accountId,
    },
    ...{
      ticket: row.ticket,
      at: row.created_at,
      answeredAt: row.answered_at,
      request,
      effect,
      differences: effect?.differences ?? [],
    },
    ...{ answer: answerOf(row), undoes: row.undoes, undoneBy },
    undo: notAllowed ?? undoable(row, effect, undoneBy, newestOnTarget),
    sendAgain: notAllowed ?? resendable(row, newestOnTarget),
  }
}

function answeredBody({ answer, state }: Row): Pick<ActionAnswer, 'body'> {
  const { body } = JSON.parse(answer ?? '{}') as { body?: unknown }
  return state === 'done' && body != null ? { body } : {}
}

function answerOf({ answer, state }: Row): ActionAnswer | null {
  if (answer === null) return null
  const none = { code: null, detail: null, traceId: null, fields: [] }
  if (state === 'done') return { status: Number(/^\{"status":(\d+)/.exec(answer)?.[1]), ...none } // of a list it may be cut
  const { status, body } = JSON.parse(answer) as { status: number; body: Record<string, unknown> | null }
  if (body === null) return { status, ...none }
  const { code, detail, traceId, fields } = body as unknown as ActionAnswer
  return { status, code, detail, traceId, fields: fields ?? [] }
}
