import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { takenHours } from '@/lib/commands/owner'
import { assign, ownedBy, recordOwner } from '@/lib/commands/server/owners'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { requireStoredAsRecorded } from '@/lib/journal/row-digests'
import { noLongerNews, notify } from '@/lib/notices/server/notify'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantFor, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import { checked, keptLine, readJson, searchIn } from '@/lib/platform/request'
import { type Handover, type HandoverInShort, type HandoverItem, type Handovers, maxRemark } from '../handover'
import { itemsNow, openActions, openItems } from './handover-items'

type OfHandover = { handoverId: string }
type HandoverRow = Tables['handovers']
const maxListed = 20

/** `GET /api/desk/handovers`: the newest sheets, and what one would hold that is made now. */
export async function getHandovers(request: Request, person: Person): Promise<Handovers> {
  checked(z.strictObject({}), searchIn(request))
  const { code } = merchantFor(request, person)
  const store = await database()
  const rows = await store
    .selectFrom('handovers')
    .selectAll()
    .where('merchant', '=', code)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute()
  const now = await itemsNow(store, person, code, await openItems(store, person, code))
  const own = !may(person.role, 'wholeJournal')
  return {
    data: rows.map((row) => inShort(row, person)),
    meta: { type: 'collection', total: rows.length, asOf: new Date().toISOString(), now, own },
  }
}

const inShort = (row: HandoverRow, { accountId }: Person): HandoverInShort => ({
  id: row.id,
  person: row.person,
  mine: row.account_id === accountId,
  madeAt: row.made_at,
  remark: row.remark,
  count: fromOwnJson<HandoverItem[]>(row.items).length,
  takenBy: row.taken_by,
  takenAt: row.taken_at,
})

/** `GET /api/desk/handovers/{handoverId}`: a sheet, with what has become of each thing on it since. */
export const getHandover = (_: Request, person: Person, params: OfHandover): Promise<Handover> =>
  handoverOf(person, idIn(params.handoverId))

async function handoverOf(person: Person, id: string): Promise<Handover> {
  const store = await database()
  const row = await handoverRow(person, id)
  return { ...inShort(row, person), items: await itemsNow(store, person, row.merchant, fromOwnJson<HandoverItem[]>(row.items)) }
}

export async function handoverRow(person: Person, id: string): Promise<HandoverRow> {
  const row = await (await database()).selectFrom('handovers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that hand-over sheet.')
  requireMerchant(person, row.merchant)
  return row
}

const body = z.strictObject({ remark: keptLine(maxRemark) })

/** `POST /api/desk/handovers` with an `x-action-id`, which names the sheet. */
export async function postHandover(request: Request, person: Person): Promise<Handover | Response> {
  const id = actionIdIn(request)
  const { code: merchant } = merchantFor(request, person)
  const { remark } = checked(body, await readJson(request))
  return answerOnce(
    askedUnder(id, person, { what: 'postHandover', merchant, content: { remark } }),
    (claim) => makeHandover(person, { id, merchant, remark }, claim),
    () => handoverOf(person, id),
  )
}

export async function makeHandover(
  person: Person,
  { id, merchant, remark }: Pick<HandoverRow, 'id' | 'merchant' | 'remark'>,
  claim: Claim,
) {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    const items = JSON.stringify(await openItems(tx, person, merchant))
    const items_hash = createHash('sha256').update(items).digest('hex')
    const { accountId: account_id, name } = person
    const made_at = new Date().toISOString()
    const nobody = { taken_account: null, taken_by: null, taken_at: null }
    const row: HandoverRow = { id, merchant, items, items_hash, remark, account_id, person: name, made_at, ...nobody }
    await tx.insertInto('handovers').values(row).execute()
    const detail = { id, items: fromOwnJson<unknown[]>(items).length, hash: items_hash }
    await record(tx, person, merchant, { kind: 'handover-made', detail, id, values: row })
    const told = {
      kind: 'handover' as const,
      of: id,
      merchant,
      words: 'A hand-over sheet is ready',
      href: `/handover?sheet=${id}`,
    }
    await notify(tx, told, { right: 'handOver', but: account_id })
    await claim.keep(tx, { id })
  })
}

/** `POST /api/desk/handovers/{handoverId}/take` with an `x-action-id`: somebody else takes the sheet over, once. */
export async function takeHandover(request: Request, person: Person, params: OfHandover): Promise<Handover | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.handoverId)
  checked(z.strictObject({}), await readJson(request))
  const row = await handoverRow(person, id)
  return answerOnce(
    askedUnder(actionId, person, { what: 'takeHandover', merchant: row.merchant, content: { id } }),
    (claim) => takeOver(person, row, claim),
    () => handoverOf(person, id),
  )
}

/** Whoever takes a sheet over has its unconfirmed actions from then on. Nobody does while one of them is nobody's: first somebody has to look at it. */
export async function takeOver(
  person: Person,
  { id, merchant, account_id, items, items_hash }: HandoverRow,
  claim: Claim,
): Promise<void> {
  if (account_id === person.accountId)
    throw problem('forbidden', 'You made this sheet. Ask a colleague to take it over.', { code: 'own_request' })
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    await requireStoredAsRecorded(tx, 'handovers', id)
    const values = { taken_account: person.accountId, taken_by: person.name, taken_at: new Date().toISOString() }
    const { numUpdatedRows } = await tx
      .updateTable('handovers')
      .set(values)
      .where('id', '=', id)
      .where('taken_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw problem('conflict', 'Somebody has already taken this sheet over.', { code: 'changed' })
    const actions = await stillUnconfirmed(tx, fromOwnJson<HandoverItem[]>(items))
    const ids = actions.map(({ action_id }) => action_id)
    await requireOwned(tx, person, ids)
    for (const action of actions) {
      await assign(tx, person, { merchant, kind: 'unconfirmed', thing: action.action_id }, { hours: takenHours, instead: true })
      await recordOwner(tx, person, action, 'assigned')
    }
    const detail = { id, hash: items_hash, actions: ids }
    await record(tx, person, merchant, { kind: 'handover-taken', detail, id, values })
    await noLongerNews(tx, 'handover', id)
    const taken = { kind: 'handover' as const, of: `${id} taken`, merchant, href: `/handover?sheet=${id}` }
    await notify(tx, { ...taken, words: 'A hand-over sheet was taken over' }, { people: [account_id] })
    await claim.keep(tx, { id })
  })
}

async function stillUnconfirmed(tx: Transaction<Tables>, items: readonly HandoverItem[]) {
  const ids = items.flatMap(({ kind, id }) => (kind === 'unconfirmed' ? [id] : []))
  if (ids.length === 0) return []
  const columns = ['action_id', 'merchant', 'operation', 'buyer_id', 'ticket'] as const
  return openActions(tx).select(columns).where('action_id', 'in', ids).orderBy('action_id').execute()
}

async function requireOwned(tx: Transaction<Tables>, person: Person, actionIds: readonly string[]): Promise<void> {
  if (actionIds.length === 0) return
  const rows = await openActions(tx)
    .select('action_id')
    .where('action_id', 'in', actionIds)
    .where(ownedBy('nobody', person))
    .execute()
  if (rows.length === 0) return
  const those =
    rows.length === 1 ? 'An unconfirmed action on this sheet is' : `${rows.length} unconfirmed actions on this sheet are`
  const it = rows.length === 1 ? 'it' : 'each'
  throw problem('conflict', `${those} nobody’s, so the sheet wasn’t taken over. Assign ${it} to somebody first.`, {
    code: 'unowned',
  })
}

type Recorded = { kind: 'handover-made' | 'handover-taken'; detail: object; id: string; values: Partial<HandoverRow> }

const record = (tx: Parameters<typeof append>[0], person: Person, merchant: string, { kind, detail, id, values }: Recorded) =>
  append(tx, {
    kind,
    detail,
    rows: [{ table: 'handovers', id, values }],
    actionId: id,
    accountId: person.accountId,
    person: person.name,
    merchant,
    operation: null,
    buyerId: null,
    ticket: null,
  })
