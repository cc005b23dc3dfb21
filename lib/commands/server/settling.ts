import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { asWritten, requireStoredAsRecorded } from '@/lib/journal/row-digests'
import { factsOf, saveFacts } from '@/lib/knowledge/server/facts'
import type { Effect } from '@/lib/operations/effects/effect'
import { factsOfThing } from '@/lib/operations/effects/facts'
import { columnOf } from '@/lib/operations/effects/rows'
import { requireRight } from '@/lib/people/server/person'
import type { Person } from '@/lib/people/server/sessions'
import { actionRow } from './actions'
import { certainOf, fieldsMaybeChanged, saveDoubted, setBy } from './changed-after'
import { notifyOfSettled } from './command-notices'
import { entityOf } from './following'
import { type Action, entryOf, settledColumns } from './intent'
import { giveQuoteBack, keepQuoteTaken } from './quotes'
import { writtenFirst } from './replay'
import { standingAmong } from './target'
import { hasEndedUnwritten } from './unwritten-outcomes'

export type Settlement = { as: 'happened' | 'did-not-happen'; how: 'checked' | 'by-hand'; reason: string }

/**
 * A person settles what nobody answered. Their word is an entry of its own; the action keeps that it was unconfirmed. Where a late answer
 * of the service has contradicted that word, somebody settles it once more, as it was answered.
 */
export async function settleByPerson(
  person: Person,
  actionId: string,
  { as, how, reason }: Settlement,
  claim?: Claim,
): Promise<void> {
  requireRight(person, 'act')
  await writtenFirst(actionId)
  const row = await actionRow(person, actionId)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await requireUnknown(tx, actionId)
    const { numUpdatedRows } = await tx
      .updateTable('actions')
      .set({
        settled_as: as,
        settled_at: new Date().toISOString(),
        settled_by: person.name,
        settled_account: person.accountId,
        settled_how: how,
        contradicted_at: null,
      })
      .where('action_id', '=', actionId)
      .where((is) =>
        is.or([
          is.and([is('state', '=', 'unconfirmed'), is('settled_as', 'is', null)]),
          is.and([is('contradicted_at', 'is not', null), is('state', as === 'happened' ? '=' : '<>', 'done')]),
        ]),
      )
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('conflict', 'This action has already been settled.', { code: 'settled' })
    await append(tx, {
      rows: await asWritten(tx, ['actions', actionId, [...settledColumns, 'contradicted_at']]),
      ...entryOf(row, 'settled', { as, how, reason, sentBy: row.person }),
      accountId: person.accountId,
      person: person.name,
    })
    await (as === 'happened' ? keepQuoteTaken(tx, row) : giveQuoteBack(tx, row))
    if (as === 'happened' && row.state !== 'done') await learnSettled(tx, row)
    if (row.account_id !== person.accountId)
      await notifyOfSettled(tx, row, as === 'happened' ? 'settled as applied' : 'settled as not applied')
    requireNotAnswered(row) // once more: while this waited for its turn an answer may have come that couldn't be written
  })
}

/**
 * Throws `conflict` where the service has answered an action by now, though its row may not show it yet. A contradicted one was settled before it.
 * Throws `unavailable` (`row_changed`) where somebody changed it by hand.
 */
async function requireUnknown(tx: Transaction<Tables>, actionId: string): Promise<void> {
  const action = await tx
    .selectFrom('actions')
    .select(['action_id', 'state', 'contradicted_at'])
    .where('action_id', '=', actionId)
    .executeTakeFirstOrThrow()
  requireNotAnswered(action)
  if (action.state === 'sent') {
    const detail = 'This action is still in progress, so there’s nothing to settle yet. Wait for it to finish.'
    throw problem('conflict', detail, { code: 'target_busy' })
  }
  if (action.state !== 'unconfirmed' && action.contradicted_at === null)
    throw problem('conflict', 'The service has answered this action by now, so there’s nothing to settle.', { code: 'settled' })
  await requireStoredAsRecorded(tx, 'actions', actionId)
}

function requireNotAnswered(action: Pick<Action, 'action_id' | 'state'>): void {
  if (!hasEndedUnwritten(action)) return
  const detail =
    'The service has answered this action, but its answer couldn’t be saved yet. Nothing was saved. Try again in a minute.'
  throw problem('conflict', detail, { code: 'answered' })
}

/** Who settles by an event, in words that a sentence can begin with. */
export const byEvent = 'An event of the service'

/**
 * Settles an unconfirmed action as applied, because the service told of it by an event and then showed it when it was read. `proves` marks
 * the event: it returns false where that has settled another action, and then this does too. Throws `conflict` where somebody was quicker, or
 * has begun a newer action on the same thing since the service was asked.
 */
export async function settleByEvent(
  row: Action,
  word: { reason: string; eventId: string },
  proves: (tx: Transaction<Tables>) => Promise<boolean>,
): Promise<boolean> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    if (!(await proves(tx))) return false
    await requireUnknown(tx, row.action_id)
    const { numUpdatedRows } = await tx
      .updateTable('actions')
      .set({
        settled_as: 'happened',
        settled_at: new Date().toISOString(),
        settled_by: byEvent,
        settled_account: null,
        settled_how: 'event',
      })
      .where('action_id', '=', row.action_id)
      .where('state', '=', 'unconfirmed')
      .where('settled_as', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('conflict', 'This action has already been settled.', { code: 'settled' })
    await waitForTurn(tx) // what begins from now on is written after this
    const standing = await standingAmong(tx, [row])
    if (standing(row) === 'overtaken')
      throw problem('conflict', 'Another action has changed this since, or may have.', { code: 'newer_action' })
    await append(tx, {
      rows: await asWritten(tx, ['actions', row.action_id, settledColumns]),
      ...entryOf(row, 'settled', { as: 'happened', how: 'event', ...word, sentBy: row.person }),
      accountId: '',
      person: byEvent,
    })
    await learnSettled(tx, row)
    await notifyOfSettled(tx, row, 'settled as applied')
    return true
  })
}

/**
 * Takes in that an action is settled as applied: what was known before of what it set, or may have changed, is known no more, until the next read. What the
 * service has shown since it was begun stays if it's that. An e-mail address, which only a search tells anew, is known by the word of whoever settles.
 */
async function learnSettled(tx: Transaction<Tables>, row: Action): Promise<void> {
  const { merchant, buyer_id: buyerId, operation, person, created_at } = row
  if (buyerId === null) return
  const entity = entityOf(row)
  const known = await factsOf(merchant, buyerId, entity, tx)
  const since = known.filter(({ source, observedAt }) => source === 'read' && observedAt > created_at)
  const shown = new Map(since.map(({ field, value }) => [field, value]))
  const { zone } = fromOwnJson<Effect>(row.effect)
  const set = setBy(row)
  if (Object.entries(set).every(([field, value]) => columnOf(field)?.same(value, shown.get(field), zone))) return
  const facts = [...Object.keys(set), ...fieldsMaybeChanged(row)].map((field) => ({ entity, field, value: null }))
  const unread = facts.filter(({ field }) => !shown.has(field))
  const emails = factsOfThing('buyer', 'email' in set ? { email: set.email } : {})
  const { certain, doubted } = await certainOf(tx, row, { buyerId, facts: emails })
  await saveFacts([...unread, ...certain.facts], { merchant, buyerId, source: 'action', operation, person }, tx)
  await saveDoubted(tx, row, [...facts.filter(({ field }) => shown.has(field)), ...doubted])
}
