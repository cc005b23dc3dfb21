import 'server-only'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { isOpen } from '@/lib/commands/action'
import type { Owner, OwnerChange } from '@/lib/commands/owner'
import { actionRow } from '@/lib/commands/server/actions'
import { assign, type Owned, ownersOf, recordOwner, takeOff } from '@/lib/commands/server/owners'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { filled } from '@/lib/operations/schemas/scalars'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantByCode, merchantFor } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson } from '@/lib/platform/request'
import { isListName, type ListName, listNames } from '../lists'
import { contextOf } from './read-list'
import { type ListContext, rowQuery } from './sources'

type Answer = { data: Owner | null }
type ActionRow = Awaited<ReturnType<typeof actionRow>>

const body = z.strictObject({
  kind: z.enum(['unconfirmed', ...listNames], 'Use unconfirmed or the name of a list'),
  thing: filled(200, 'Enter what it is'),
  assigned: z.boolean('Send true or false'),
})

/** `PUT /api/desk/owners` with an `x-action-id`: puts the person's name on a row or an unconfirmed action, or takes a name off. */
export async function putOwner(request: Request, person: Person): Promise<Answer | Response> {
  const actionId = actionIdIn(request)
  const asked = checked(body, await readJson(request))
  const action = asked.kind === 'unconfirmed' ? await actionRow(person, idIn(asked.thing)) : null
  // An id may be written in capitals, and still be the same.
  const given = { ...asked, thing: action?.action_id ?? asked.thing }
  const merchant = action?.merchant ?? merchantFor(request, person).code
  return answerOnce(
    askedUnder(actionId, person, { what: 'putOwner', merchant, content: given }),
    (claim) => changeOwner(person, { given, merchant, action }, claim),
    () => ownerNow(person, { merchant, kind: given.kind, thing: given.thing }),
  )
}

const ownerNow = async (person: Person, { merchant, kind, thing }: Owned): Promise<Answer> => {
  const owners = await ownersOf(await database(), person, { merchant, kind, things: [thing] })
  return { data: owners.get(thing) ?? null }
}

type Change = { given: OwnerChange; merchant: string; action: ActionRow | null }

async function changeOwner(person: Person, { given, merchant, action }: Change, claim: Claim): Promise<void> {
  const { kind, thing, assigned } = given
  const owned = { merchant, kind, thing }
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    if (assigned && action) await requireOpen(tx, thing)
    // What has left the list meanwhile can still be given up.
    if (assigned && isListName(kind)) await requireRow(tx, kind, contextOf(person, merchantByCode(merchant)), thing)
    const changed = assigned ? await assign(tx, person, owned).then(() => true) : await takeOff(tx, person, owned)
    if (changed && action) await recordOwner(tx, person, action, assigned ? 'assigned' : 'unassigned')
    await claim.keep(tx, { thing })
  })
}

async function requireOpen(tx: Transaction<Tables>, actionId: string): Promise<void> {
  const row = await tx.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirstOrThrow()
  if (!isOpen({ state: row.state, settledAs: row.settled_as }) && row.contradicted_at === null)
    throw problem('conflict', 'This action has been settled, so nobody needs to be on it.', { code: 'changed' })
}

async function requireRow(tx: Transaction<Tables>, list: ListName, context: ListContext, thing: string): Promise<void> {
  const { rows } = await rowQuery(list, context, thing).execute(tx)
  if (rows.length === 0) throw problem('notFound', 'That row isn’t in the list any more. Refresh the list.')
}
