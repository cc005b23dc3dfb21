import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import { fromOwnJson } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { may, needsRole, roles } from '@/lib/core/roles'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { asWritten, type Removed, requireStoredAsRecorded, type Written } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'
import { isListName, type ListFilter, unknownIn } from '../lists'
import { byPlace, maxOwn, maxShared, pinChoices, type SharedPin, type View, type Views, type ViewToSave } from '../views'
import { countList } from './read-list'
import type { ListContext } from './sources'

type ViewRow = Selectable<Tables['views']>

const maxCounted = 10
/** A person's own pins come first, then their role's, then everybody's. */
const ranks = ['me', ...roles, 'everybody'] as const
const rankOf = ({ pinned }: View) => (pinned === null ? ranks.length : ranks.indexOf(pinned))
const sharedPins = pinChoices.filter((who): who is SharedPin => who !== 'me')

/** A person's own views of a merchant account and those that are shared: the pinned ones in their order, with how many rows they have, then the others by name. */
export async function listViews(context: ListContext): Promise<Views> {
  const { person, merchant } = context
  const rows = await seenBy(await database(), person, merchant)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const pins = await pinsOf(await database(), rows)
  const views = rows.flatMap((row) => toView(row, person, pins.get(row.id)) ?? [])
  const counted = views
    .filter(({ pinned, list, filter }) => pinned !== null && unknownIn(list, filter).length === 0)
    .slice(0, maxCounted)
  const counts = new Map<string, View['count']>()
  for (const { id, list, filter } of counted) counts.set(id, await countList(list, context, filter))
  const data = views
    .map((view) => ({ ...view, count: counts.get(view.id) ?? null }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.pinned === null ? 0 : byPlace(a, b)))
  return { data, meta: { type: 'collection', total: data.length } }
}

const seenBy = (store: Database, { accountId }: Person, merchant: string) =>
  store
    .selectFrom('views')
    .selectAll()
    .where('merchant', '=', merchant)
    .where((is) => is.or([is('is_shared', '=', 1), is('account_id', '=', accountId)]))

type Pin = Pick<Tables['view_pins'], 'who' | 'position'>

async function pinsOf(store: Database, views: readonly Pick<ViewRow, 'id'>[]): Promise<Map<string, Pin[]>> {
  if (views.length === 0) return new Map()
  const ids = views.map(({ id }) => id)
  const rows = await store.selectFrom('view_pins').selectAll().where('view_id', 'in', ids).execute()
  return groupBy(rows, ({ view_id }) => view_id)
}

function toView(
  { id, name, list, filter, person, version, code, ...row }: ViewRow,
  { accountId, role }: Person,
  pins: readonly Pin[] = [],
): View | null {
  if (!isListName(list)) return null
  const pinOf = (who: string) => pins.find((each) => each.who === who)
  const pinned = ranks.find(
    (who) => (who === 'me' || who === role || who === 'everybody') && pinOf(who === 'me' ? accountId : who),
  )
  return {
    id,
    name,
    list,
    person,
    version,
    code,
    count: null,
    filter: fromOwnJson<ListFilter>(filter),
    shared: row.is_shared === 1,
    mine: row.account_id === accountId,
    pinned: pinned ?? null,
    position: (pinned && pinOf(pinned === 'me' ? accountId : pinned)?.position) ?? null,
    pins: sharedPins.filter(pinOf),
  }
}

/** One view that the person may see. Throws `notFound`. */
export async function viewOf(person: Person, id: string): Promise<View & { merchant: string }> {
  const row = await (await database()).selectFrom('views').selectAll().where('id', '=', id).executeTakeFirst()
  const view = row && toView(row, person, (await pinsOf(await database(), [row])).get(id))
  if (!row || !view || !(view.shared || view.mine)) throw noView()
  return { ...view, merchant: row.merchant }
}

const noView = () => problem('notFound', 'That view no longer exists, or it isn’t shared with you.')

/** Keeps a view under an id. Throws `forbidden` and `conflict`. */
export async function addView(context: ListContext, id: string, given: ViewToSave, claim: Claim): Promise<void> {
  const { person, merchant } = context
  requireSharing(person, given.shared)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    await requireRoom(tx, context, given.shared)
    const { accountId: account_id, name } = person
    const made_at = new Date().toISOString()
    await tx
      .insertInto('views')
      .values({ id, merchant, account_id, person: name, version: 1, made_at, code: newCode(), is_pinned: 0, ...columnsOf(given) })
      .execute()
    if (given.shared) await recordView(tx, person, merchant, { id, after: given }, await asWritten(tx, ['views', id]))
    await claim.keep(tx, { id })
  })
}

/** 128 bits, so that nobody guesses one. */
const newCode = () => randomBytes(16).toString('base64url')

const columnsOf = ({ name, list, filter, shared }: ViewToSave) => ({
  name: maskTyped(name),
  list,
  filter: JSON.stringify(filter),
  is_shared: Number(shared),
})

type Change = { id: string; version: number; given: ViewToSave }

/** Writes a view anew. Throws `conflict` where somebody else has since the version that was shown. */
export async function changeView(context: ListContext, { id, version, given }: Change, claim: Claim): Promise<void> {
  const { person, merchant } = context
  const before = await changeable(context, id)
  requireSharing(person, given.shared)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    await requireStoredAsRecorded(tx, 'views', id)
    if (given.shared !== before.shared) await requireRoom(tx, context, given.shared)
    const { numUpdatedRows } = await tx
      .updateTable('views')
      .set({ ...columnsOf(given), version: version + 1, code: before.code ?? newCode() })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      throw problem('conflict', 'Somebody else changed this view since you opened it. Yours wasn’t saved.', { code: 'changed' })
    const gone = given.shared ? [] : await unpin(tx, id, person.accountId)
    const rows = given.shared ? await asWritten(tx, ['views', id]) : [{ table: 'views', id, removed: true } as const, ...gone]
    if (given.shared || before.shared) await recordView(tx, person, merchant, { id, before: toSave(before), after: given }, rows)
    await claim.keep(tx, { id })
  })
}

/** Removes a view. */
export async function removeView(context: ListContext, id: string, claim: Claim): Promise<void> {
  const { person, merchant } = context
  const before = await changeable(context, id)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    const { numDeletedRows } = await tx.deleteFrom('views').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw noView()
    const rows = [{ table: 'views', id, removed: true } as const, ...(await unpin(tx, id))]
    if (before.shared) await recordView(tx, person, merchant, { id, before: toSave(before) }, rows)
    await claim.keep(tx, { id })
  })
}

/** Takes a view from all who have it pinned, but for one account. Returns the pins that are gone and that others saw. */
async function unpin(tx: Transaction<Tables>, id: string, except = ''): Promise<Removed[]> {
  const gone = await tx.deleteFrom('view_pins').where('view_id', '=', id).where('who', '!=', except).returning('who').execute()
  const shared = gone.filter(({ who }) => sharedPins.some((each) => each === who))
  return shared.map(({ who }) => ({ table: 'view_pins', id: `${id}/${who}`, removed: true }))
}

const toSave = ({ name, list, filter, shared }: View): ViewToSave => ({ name, list, filter, shared })

/** A view of the merchant account that the person may see. Throws `notFound`. */
export async function visible({ person, merchant }: ListContext, id: string): Promise<View> {
  const view = await viewOf(person, id)
  if (view.merchant !== merchant) throw noView()
  return view
}

/** A view that the person may change: their own, or a shared one of who may share. */
async function changeable(context: ListContext, id: string): Promise<View> {
  const view = await visible(context, id)
  requireSharing(context.person, view.shared)
  return view
}

export function requireSharing({ role }: Person, shared: boolean): void {
  if (shared && !may(role, 'shareViews'))
    throw problem('forbidden', `Shared views: ${needsRole('shareViews')} You can keep it for yourself.`, { code: 'role' })
}

async function requireRoom(tx: Transaction<Tables>, { person, merchant }: ListContext, shared: boolean): Promise<void> {
  const { count } = await tx
    .selectFrom('views')
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('merchant', '=', merchant)
    .where('is_shared', '=', Number(shared))
    .$if(!shared, (query) => query.where('account_id', '=', person.accountId))
    .executeTakeFirstOrThrow()
  const max = shared ? maxShared : maxOwn
  if (Number(count) >= max)
    throw problem('conflict', `There are ${max} ${shared ? 'shared views' : 'views of yours'} already. Delete one first.`, {
      code: 'too_many_views',
    })
}

/** What everybody sees is in the journal, with who changed it; a person's own views are theirs alone. */
export const recordView = (
  tx: Transaction<Tables>,
  person: Person,
  merchant: string,
  detail: { id: string } & Record<string, unknown>,
  rows: readonly (Written | Removed)[],
) =>
  append(tx, {
    kind: 'setting',
    detail: { setting: 'view', ...detail },
    rows,
    actionId: detail.id,
    accountId: person.accountId,
    person: person.name,
    merchant,
    operation: 'view',
    buyerId: null,
    ticket: null,
  })
