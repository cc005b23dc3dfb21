import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { Removed, Written } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'

/** Writes down who changed how a command is treated, in the transaction of the change. It holds for every merchant account. */
export async function recordSetting(
  tx: Transaction<Tables>,
  person: Person,
  operation: string,
  { detail, actionId = null, rows }: { detail: unknown; actionId?: string | null; rows?: (Written | Removed)[] },
): Promise<void> {
  await append(tx, {
    kind: 'setting',
    detail,
    actionId,
    ...(rows && { rows }),
    accountId: person.accountId,
    person: person.name,
    merchant: '',
    operation,
    buyerId: null,
    ticket: null,
  })
}
