import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'

/** Writes down who changed how a command is treated, in the transaction of the change. It holds for every merchant account. */
export async function recordSetting(tx: Transaction<Tables>, person: Person, operation: string, detail: unknown): Promise<void> {
  await append(tx, {
    kind: 'setting',
    detail,
    actionId: null,
    accountId: person.accountId,
    person: person.name,
    merchant: '',
    operation,
    buyerId: null,
    ticket: null,
  })
}
