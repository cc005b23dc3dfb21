import 'server-only'
import type { Kysely, Transaction } from 'kysely'
import { masked } from '@/lib/masking'
import type { BuyerGuides, Colleague, Guide, GuideStepKind, PlaybookName } from '@/lib/playbooks/guide'
import { problem } from '@/lib/problem'
import { may } from '@/lib/roles'
import { listAccounts } from '../auth/accounts'
import { requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { append } from '../journal/chain'

type Row = Tables['guides']
type StepRow = Tables['guide_steps']

export type GuideStart = { id: string; playbook: PlaybookName; merchant: string; buyerId: string; ticket: string | null }

/** Begins guided steps on a ticket. The same id again is the same ones. */
export async function startGuide(person: Person, { id, buyerId, ...given }: GuideStart): Promise<Guide> {
  const store = await database()
  const at = new Date().toISOString()
  const row: Row = {
    ...{ id, ...given, buyer_id: buyerId, version: 1, started_at: at, ended_at: null },
    ...{ account_id: person.accountId, person: person.name },
  }
  await store.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('guides')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n) await note(tx, row, { id, kind: 'started', ...nothingSaid }, person, at)
  })
  return guideOf(person, id)
}

const nothingSaid = { question: null, answer: null, words: null }

export type GuideStepGiven = {
  /** Made by the caller: the same step twice is recorded once. */
  stepId: string
  guideId: string
  version: number
  kind: Exclude<GuideStepKind, 'started'>
  question: string | null
  answer: string | null
  words: string | null
}

/**
 * Records a step under the ticket. Only who has the ticket goes on with it; anybody may take it over. Throws `conflict` where somebody
 * else has it, or it has moved on since it was shown.
 */
export async function addGuideStep(person: Person, given: GuideStepGiven): Promise<Guide> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const taken = await tx.selectFrom('guide_steps').select('guide_id').where('id', '=', given.stepId).executeTakeFirst()
    if (taken) return
    const row = await guideRow(tx, person, given.guideId)
    const isTaking = given.kind === 'taken-over'
    if (row.account_id !== person.accountId && !isTaking)
      throw problem('conflict', `${row.person} has this ticket. Take it over first.`, { code: 'not_holder' })
    const at = new Date().toISOString()
    const holder = await holderAfter(tx, row, person, given)
    const moved = await tx
      .updateTable('guides')
      .set({ version: given.version + 1, ...holder, ended_at: given.kind === 'ended' ? at : null })
      .where('id', '=', row.id)
      .where('version', '=', given.version)
      .where('ended_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!moved) throw problem('conflict', 'This ticket has moved on since it was shown. Look again.', { code: 'moved_on' })
    const { kind, question, answer } = given
    const words = kind === 'handed-over' ? moved.person : given.words === null ? null : masked(given.words)
    await note(tx, moved, { id: given.stepId, kind, question, answer, words }, person, at)
  })
  return guideOf(person, given.guideId)
}

async function holderAfter(tx: Transaction<Tables>, row: Row, person: Person, { kind, answer }: GuideStepGiven) {
  if (kind === 'taken-over') return { account_id: person.accountId, person: person.name }
  if (kind !== 'handed-over') return { account_id: row.account_id, person: row.person }
  const colleague = await tx
    .selectFrom('accounts')
    .select(['id', 'name', 'role', 'disabled_at'])
    .where('id', '=', answer ?? '')
    .executeTakeFirst()
  if (!colleague || colleague.disabled_at !== null || !may(colleague.role, 'act'))
    throw problem('conflict', 'This colleague cannot take the ticket. Choose another.', { code: 'no_such_colleague' })
  return { account_id: colleague.id, person: colleague.name }
}

/** The tickets of a buyer with guided steps, newest first, and whom they can be handed to. */
export async function buyerGuides(person: Person, merchant: string, buyerId: string): Promise<BuyerGuides> {
  const store = await database()
  const rows = await store
    .selectFrom('guides')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .orderBy('started_at', 'desc')
    .limit(20)
    .execute()
  return { guides: await withSteps(store, person, rows), colleagues: await colleagues(person) }
}

async function colleagues(person: Person): Promise<Colleague[]> {
  const accounts = await listAccounts(await database())
  return accounts
    .filter(({ id, role, disabled }) => !disabled && id !== person.accountId && may(role, 'act'))
    .map(({ id, name }) => ({ accountId: id, name }))
}

async function guideOf(person: Person, id: string): Promise<Guide> {
  const store = await database()
  const [guide] = await withSteps(store, person, [await guideRow(store, person, id)])
  if (!guide) throw new Error('Guided steps that were read are gone')
  return guide
}

async function guideRow(store: Pick<Kysely<Tables>, 'selectFrom'>, person: Person, id: string): Promise<Row> {
  const row = await store.selectFrom('guides').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'There are no such guided steps.')
  requireMerchant(person, row.merchant)
  return row
}

async function withSteps(store: Kysely<Tables>, person: Person, rows: readonly Row[]): Promise<Guide[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await store.selectFrom('guide_steps').selectAll().where('guide_id', 'in', ids).orderBy('number').execute()
  return rows.map(({ id, playbook, ticket, version, account_id, ...row }) => ({
    ...{ id, playbook, ticket, version, person: row.person, mine: account_id === person.accountId },
    ...{ startedAt: row.started_at, endedAt: row.ended_at },
    steps: steps
      .filter(({ guide_id }) => guide_id === id)
      .map(({ kind, question, answer, words, at, person }) => ({ kind, question, answer, words, at, person })),
  }))
}

async function note(
  tx: Transaction<Tables>,
  row: Row,
  step: Pick<StepRow, 'id' | 'kind' | 'question' | 'answer' | 'words'>,
  { accountId, name }: Person,
  at: string,
): Promise<void> {
  await tx
    .insertInto('guide_steps')
    .values({ ...step, guide_id: row.id, number: row.version, at, account_id: accountId, person: name })
    .execute()
  const { id: _, kind, ...said } = step
  await append(tx, {
    ...{ kind: 'guide', actionId: row.id, accountId, person: name, operation: null },
    ...{ merchant: row.merchant, buyerId: row.buyer_id, ticket: row.ticket },
    detail: { playbook: row.playbook, step: kind, ...said },
  })
}
