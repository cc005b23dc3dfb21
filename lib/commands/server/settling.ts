import 'server-only'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { asWritten } from '@/lib/journal/row-digests'
import { requireRight } from '@/lib/people/server/person'
import type { Person } from '@/lib/people/server/sessions'
import { actionRow } from './actions'
import { entryOf } from './intent'

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
  const row = await actionRow(person, actionId)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
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
      rows: await asWritten(tx, ['actions', actionId]),
      ...entryOf(row, 'settled', { as, how, reason, sentBy: row.person }),
      accountId: person.accountId,
      person: person.name,
    })
  })
}
