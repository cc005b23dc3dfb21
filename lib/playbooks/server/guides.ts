import 'server-only'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { maskTyped } from '@/lib/core/masking'
import { problem } from '@/lib/core/problem'
import { may } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { type Claim, idUsed } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { asWritten, requireAsRecorded } from '@/lib/journal/row-digests'
import { closedTo, requireMerchant } from '@/lib/people/server/merchant-rights'
import { listPersonAccounts } from '@/lib/people/server/person-accounts'
import type { Person } from '@/lib/people/server/sessions'
import {
  answersOf,
  type BuyerGuides,
  type Colleague,
  type Guide,
  type GuideStepKind,
  type OpenGuide,
  type PlaybookName,
} from '../guide'

type GuideRow = Tables['guides']
type StepRow = Tables['guide_steps']

export type GuideStart = { id: string; playbook: PlaybookName; merchant: string; buyerId: string; ticket: string | null }

/** Begins guided steps on a ticket. */
export async function startGuide(person: Person, { id, buyerId, ...given }: GuideStart, claim?: Claim): Promise<Guide> {
  const store = await database()
  const at = new Date().toISOString()
  const row: GuideRow = {
    id,
    ...given,
    buyer_id: buyerId,
    version: 1,
    started_at: at,
    ended_at: null,
    account_id: person.accountId,
    person: person.name,
  }
  return store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('guides')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) throw idUsed()
    await note(tx, row, { id, kind: 'started', ...nothingSaid }, person, at)
    return claimed(tx, person, id, claim)
  })
}

const nothingSaid = { question: null, answer: null, words: null }

export type GuideStepGiven = {
  /** Made by the caller. */
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
 * else has it, or it has moved on since it was shown, and `unavailable` (`row_changed`) where somebody changed it by hand.
 */
export async function addGuideStep(person: Person, given: GuideStepGiven, claim?: Claim): Promise<Guide> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    const taken = await tx.selectFrom('guide_steps').select('guide_id').where('id', '=', given.stepId).executeTakeFirst()
    if (taken) throw idUsed()
    const row = await guideRow(tx, person, given.guideId)
    const isTaking = given.kind === 'taken-over'
    if (row.account_id !== person.accountId && !isTaking)
      throw problem('conflict', `${row.person} is working on this ticket. Nothing was saved. Take it over first.`, {
        code: 'not_holder',
      })
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
    if (!moved)
      throw problem('conflict', 'This ticket has changed since you opened it. Nothing was saved. Reload it.', {
        code: 'moved_on',
      })
    await requireAsRecorded(tx, 'guides', row)
    const { kind, question, answer } = given
    const words = kind === 'handed-over' ? moved.person : given.words === null ? null : maskTyped(given.words)
    await note(tx, moved, { id: given.stepId, kind, question, answer, words }, person, at)
    return claimed(tx, person, given.guideId, claim)
  })
}

async function holderAfter(tx: Transaction<Tables>, row: GuideRow, person: Person, { kind, answer }: GuideStepGiven) {
  if (kind === 'taken-over') return { account_id: person.accountId, person: person.name }
  if (kind !== 'handed-over') return { account_id: row.account_id, person: row.person }
  const colleague = await tx
    .selectFrom('accounts')
    .select(['id', 'name', 'role', 'disabled_at'])
    .where('id', '=', answer ?? '')
    .executeTakeFirst()
  if (!colleague || colleague.disabled_at !== null || !may(colleague.role, 'act'))
    throw problem('conflict', 'This colleague can’t take the ticket. Choose somebody else.', { code: 'no_such_colleague' })
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

/** Steps of which somebody has answered a question: whoever opened them and answered nothing only looked. */
export const hasAnswers = (is: ExpressionBuilder<Tables, 'guides'>) =>
  is.exists(
    is
      .selectFrom('guide_steps')
      .select('guide_steps.id')
      .whereRef('guide_steps.guide_id', '=', 'guides.id')
      .where('guide_steps.kind', '=', 'answered'),
  )

/** So many are counted; one more is read, so that a number says that there are more. */
export const maxOpenGuides = 100

/** The tickets that a person has answered something of and has not ended, in the accounts they may use, the newest first. */
export async function openGuides(person: Person): Promise<OpenGuide[]> {
  const store = await database()
  const closed = closedTo(person)
  const rows = await store
    .selectFrom('guides')
    .selectAll()
    .where('account_id', '=', person.accountId)
    .where('ended_at', 'is', null)
    .where(hasAnswers)
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .orderBy('started_at', 'desc')
    .limit(maxOpenGuides + 1)
    .execute()
  const guides = await withSteps(store, person, rows)
  return rows.flatMap(({ merchant, buyer_id: buyerId }, index) => {
    const guide = guides[index]
    if (!guide) return []
    const { id, playbook, ticket, startedAt, steps } = guide
    return [{ id, playbook, ticket, merchant, buyerId, at: steps.at(-1)?.at ?? startedAt, answered: answersOf(steps).length }]
  })
}

async function colleagues(person: Person): Promise<Colleague[]> {
  const people = await listPersonAccounts(await database())
  return people
    .filter(({ id, role, disabled }) => !disabled && id !== person.accountId && may(role, 'act'))
    .map(({ id, name }) => ({ accountId: id, name }))
}

/** The guided steps as they are now, which is what a repeat is answered with. */
async function claimed(tx: Transaction<Tables>, person: Person, id: string, claim?: Claim): Promise<Guide> {
  const [guide] = await withSteps(tx, person, [await guideRow(tx, person, id)])
  if (!guide) throw new Error('Guided steps that were read are gone')
  await claim?.keep(tx, guide)
  return guide
}

export async function guideRow(store: Pick<Kysely<Tables>, 'selectFrom'>, person: Person, id: string): Promise<GuideRow> {
  const row = await store.selectFrom('guides').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'We couldn’t find those guided steps.')
  requireMerchant(person, row.merchant)
  return row
}

/** The guides of rows, in their order, each with its steps. */
export async function withSteps(store: Kysely<Tables>, person: Person, rows: readonly GuideRow[]): Promise<Guide[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const steps = await store.selectFrom('guide_steps').selectAll().where('guide_id', 'in', ids).orderBy('number').execute()
  return rows.map(({ id, playbook, ticket, version, account_id, ...row }) => ({
    id,
    playbook: playbook as PlaybookName,
    ticket,
    version,
    person: row.person,
    mine: account_id === person.accountId,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    steps: steps
      .filter(({ guide_id }) => guide_id === id)
      .map(({ kind, question, answer, words, at, person }) => ({
        kind: kind as GuideStepKind,
        question,
        answer,
        words,
        at,
        person,
      })),
  }))
}

/** What a step writes of its guide. */
const moved = ['version', 'account_id', 'person', 'ended_at']

async function note(
  tx: Transaction<Tables>,
  row: GuideRow,
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
    rows: await asWritten(tx, ['guides', row.id, step.kind === 'started' ? undefined : moved], ['guide_steps', step.id]),
    kind: 'guide',
    actionId: row.id,
    accountId,
    person: name,
    operation: null,
    merchant: row.merchant,
    buyerId: row.buyer_id,
    ticket: row.ticket,
    detail: { playbook: row.playbook, step: kind, ...said },
  })
}
