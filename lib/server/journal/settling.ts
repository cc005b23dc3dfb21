import 'server-only'
import { problem } from '@/lib/problem'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { actionRow } from './actions'
import { append } from './chain'
import { entryOf } from './intent'

export type Settlement = { as: 'happened' | 'did-not-happen'; how: 'checked' | 'by-hand' | 'sent-again'; reason: string }

/** A person settles what nobody answered. Their word is an entry of its own; the action keeps that it was unconfirmed. */
export async function settleByPerson(person: Person, actionId: string, { as, how, reason }: Settlement): Promise<void> {
  requireRight(person, 'act')
  const row = await actionRow(person, actionId)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('actions')
      .set({ settled_as: as })
      .where('action_id', '=', actionId)
      .where('state', '=', 'unconfirmed')
      .where('settled_as', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw problem('conflict', 'This action is settled already.', { code: 'settled' })
    await append(tx, {
      ...entryOf(row, 'settled', { as, how, reason, sentBy: row.person }),
      accountId: person.accountId,
      person: person.name,
    })
  })
}
