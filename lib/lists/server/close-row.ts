import 'server-only'
import * as z from 'zod/mini'
import { maskTyped } from '@/lib/core/masking'
import { invalid, problem } from '@/lib/core/problem'
import { may, needsRole } from '@/lib/core/roles'
import { inPlainSight } from '@/lib/core/unseen'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { filled } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { checked, keptLine, readJson } from '@/lib/platform/request'
import type { ClosedRow } from '../list-page'
import { closings, type ListName, mayCloseAll } from '../lists'
import { nameIn } from './handlers'
import { contextOf } from './read-list'
import { type ListContext, rowQuery, sources } from './sources'

type OfList = { list: string }
type Answer = { data: ClosedRow }

const body = z.strictObject({ thing: filled(200, 'Enter the key of the row'), reason: z.optional(z.nullable(keptLine(255))) })

/**
 * `POST /api/desk/lists/{list}/close` with an `x-action-id`, which names it: somebody has seen a row, or explains it with a reason, so that it's no
 * longer listed. What the row is about isn't changed. Throws `conflict` for a list whose rows close only with what they're about.
 */
export async function postClosedRow(request: Request, person: Person, params: OfList): Promise<Answer | Response> {
  const id = actionIdIn(request)
  const given = checked(body, await readJson(request))
  const name = nameIn(params)
  const merchant = merchantFor(request, person)
  const wanted = closings[name]
  if (!wanted)
    throw problem('conflict', 'Rows of this list leave it once what they’re about has changed. Nobody closes them.', {
      code: 'not_closable',
    })
  if (sources[name].table === 'actions' && !may(person.role, mayCloseAll))
    throw problem('forbidden', `You see your own changes here. ${needsRole(mayCloseAll)}`, { code: 'role' })
  const reason = wanted === 'explained' ? maskTyped(given.reason?.trim() ?? '') : null
  if (reason !== null && inPlainSight(reason) === '') throw invalid([{ field: 'reason', title: 'Enter what explains it' }])
  return answerOnce<Answer, Answer>(
    askedUnder(id, person, { what: 'postClosedRow', merchant: merchant.code, content: { list: name, ...given } }),
    (claim) => closeRow(contextOf(person, merchant), { id, list: name, thing: given.thing, reason }, claim),
    (first) => first,
  )
}

type Closing = { id: string; list: ListName; thing: string; reason: string | null }

/** Closes a row of the person's list under an id. Throws `notFound`, and `conflict` where somebody was first. */
export async function closeRow(context: ListContext, { id, list, thing, reason }: Closing, claim: Claim): Promise<Answer> {
  const { person, merchant } = context
  const store = await database()
  return store.transaction().execute(async (tx) => {
    await claim.take(tx)
    const [found] = (await rowQuery(list, context, thing).execute(tx)).rows
    if (!found) throw problem('notFound', 'That row isn’t in the list any more. Refresh the list.')
    const by = { account_id: person.accountId, person: person.name, closed_at: new Date().toISOString() }
    const row = { id, merchant, list, thing, reason, ...by }
    const kept = await tx
      .insertInto('closed_rows')
      .values(row)
      .onConflict((conflict) => conflict.columns(['merchant', 'list', 'thing']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) throw await closedAlready(tx, row)
    await append(tx, {
      kind: 'row-closed',
      rows: [{ table: 'closed_rows', id, values: row }],
      actionId: id,
      accountId: person.accountId,
      person: person.name,
      merchant,
      operation: null,
      buyerId: found.buyer,
      ticket: null,
      detail: { list, row: thing, ...(reason !== null && { reason }) },
    })
    const data: ClosedRow = { id, list, thing, reason, person: person.name, closedAt: by.closed_at }
    await claim.keep(tx, { data })
    return { data }
  })
}

type Tx = Parameters<typeof append>[0]

async function closedAlready(tx: Tx, { merchant, list, thing }: Closing & { merchant: string }) {
  const other = await tx
    .selectFrom('closed_rows')
    .select('person')
    .where('merchant', '=', merchant)
    .where('list', '=', list)
    .where('thing', '=', thing)
    .executeTakeFirst()
  return problem('conflict', `${other?.person ?? 'A colleague'} has closed this row already. Refresh the list.`, {
    code: 'changed',
  })
}
