import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { daysAfter } from '@/lib/core/dates'
import { invalid, problem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { requireStoredAsRecorded } from '@/lib/journal/row-digests'
import { serviceDay } from '@/lib/operations/effects/renews-on'
import { actionIdIn, answerOnce, askedUnder } from '@/lib/people/server/answer-once'
import { merchantsOf, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { idIn } from '@/lib/platform/id-in'
import type { Merchant } from '@/lib/platform/merchants'
import { checked, readJson } from '@/lib/platform/request'
import { serviceClock } from '@/lib/service/account-state'
import { type DuePromise, maxDaysAhead, type NotePromise } from '../note'

type PromiseRow = Tables['promises']

/** The day it is for a merchant account's buyers. */
const todayOf = (merchant: Merchant): string => serviceDay(Date.now(), serviceClock(merchant))

/** Throws `invalid` for a day that is over or too far ahead. */
export function requireDay(merchant: Merchant, due: string): void {
  const today = todayOf(merchant)
  if (due < today || due > daysAfter(today, maxDaysAhead))
    throw invalid([{ field: 'due', title: 'Choose today or a day of the next year' }])
}

/** Writes what was promised in a note. */
export async function addPromise(
  tx: Transaction<Tables>,
  person: Person,
  note: Pick<Tables['notes'], 'id' | 'merchant' | 'buyer_id' | 'created_at' | 'ticket'>,
  due: string,
): Promise<void> {
  const { accountId: account_id, name } = person
  const about = { merchant: note.merchant, buyer_id: note.buyer_id, note_id: note.id, made_at: note.created_at }
  const row: PromiseRow = { id: randomUUID(), ...about, account_id, person: name, due_on: due, done_at: null, done_by: null }
  await record(tx, person, row, { step: 'made', values: row })
  await tx.insertInto('promises').values(row).execute()
}

/** The promises of some notes, by note. */
export async function promisesOf(store: Database, noteIds: readonly string[]): Promise<Map<string, NotePromise>> {
  if (noteIds.length === 0) return new Map()
  const rows = await store.selectFrom('promises').selectAll().where('note_id', 'in', noteIds).execute()
  return new Map(
    rows.map(({ note_id, id, due_on, done_at, done_by }) => [note_id, { id, dueOn: due_on, doneAt: done_at, doneBy: done_by }]),
  )
}

/** What is due today or was before, in one merchant account: of everybody, or of one person. */
export async function dueIn(store: Database, merchant: Merchant, accountId: string | null): Promise<PromiseRow[]> {
  return store
    .selectFrom('promises')
    .selectAll()
    .where('merchant', '=', merchant.code)
    .where('done_at', 'is', null)
    .where('due_on', '<=', todayOf(merchant))
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .orderBy('due_on')
    .orderBy('id')
    .limit(maxDue)
    .execute()
}
const maxDue = 200

/** What the person has promised for today or before, in every merchant account they may use. */
export async function duePromises(person: Person): Promise<DuePromise[]> {
  const store = await database()
  const due: DuePromise[] = []
  for (const merchant of merchantsOf(person)) {
    const rows = await dueIn(store, merchant, person.accountId)
    due.push(
      ...rows.map(({ id, buyer_id, due_on, made_at }) => ({
        id,
        merchant: merchant.code,
        buyerId: buyer_id,
        dueOn: due_on,
        at: made_at,
        isOver: due_on < todayOf(merchant),
      })),
    )
  }
  return due
}

const body = z.strictObject({ done: z.boolean('Send true or false') })

/** `PUT /api/desk/promises/{promiseId}` with an `x-action-id`: it was done, or wasn't after all. */
export async function putPromise(
  request: Request,
  person: Person,
  params: { promiseId: string },
): Promise<{ data: NotePromise } | Response> {
  const actionId = actionIdIn(request)
  const id = idIn(params.promiseId)
  const { done } = checked(body, await readJson(request))
  const row = await promiseRow(person, id)
  return answerOnce(
    askedUnder(actionId, person, { what: 'putPromise', merchant: row.merchant, content: { id, done } }),
    (claim) => settlePromise(person, row, done, claim),
    async () => {
      const { due_on, done_at, done_by } = await promiseRow(person, id)
      return { data: { id, dueOn: due_on, doneAt: done_at, doneBy: done_by } }
    },
  )
}

async function promiseRow(person: Person, id: string): Promise<PromiseRow> {
  const row = await (await database()).selectFrom('promises').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find that promise.')
  requireMerchant(person, row.merchant)
  return row
}

/** Writes down that it was done, or wasn't after all; does nothing where somebody just said so. */
export async function settlePromise(person: Person, row: PromiseRow, done: boolean, claim: Claim): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    await requireStoredAsRecorded(tx, 'promises', row.id)
    const values = done ? { done_at: new Date().toISOString(), done_by: person.name } : { done_at: null, done_by: null }
    const { numUpdatedRows } = await tx
      .updateTable('promises')
      .set(values)
      .where('id', '=', row.id)
      .where('done_at', done ? 'is' : 'is not', null)
      .executeTakeFirstOrThrow()
    // Somebody else may have said so at the same moment.
    if (numUpdatedRows > 0n) await record(tx, person, row, { step: done ? 'done' : 'reopened', values })
    await claim.keep(tx, { id: row.id })
  })
}

type Recorded = { step: 'made' | 'done' | 'reopened'; values: Partial<PromiseRow> }

const record = (tx: Transaction<Tables>, person: Person, row: PromiseRow, { step, values }: Recorded) =>
  append(tx, {
    kind: 'promise',
    rows: [{ table: 'promises', id: row.id, values }],
    actionId: row.id,
    accountId: person.accountId,
    person: person.name,
    merchant: row.merchant,
    operation: null,
    buyerId: row.buyer_id,
    ticket: null,
    detail: { step, dueOn: row.due_on, promiseId: row.id },
  })
