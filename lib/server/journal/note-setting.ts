import 'server-only'
import type { Transaction } from 'kysely'
import type { Person } from '../auth/sessions'
import type { Tables } from '../database/schema'
import { append } from './chain'

/** Writes down who changed how the desk treats a command, in the transaction of the change. It holds for every merchant account. */
export async function noteSetting(tx: Transaction<Tables>, person: Person, operation: string, detail: unknown): Promise<void> {
  await append(tx, {
    ...{ kind: 'setting', detail, actionId: null, accountId: person.accountId, person: person.name },
    ...{ merchant: '', operation, buyerId: null, ticket: null },
  })
}
