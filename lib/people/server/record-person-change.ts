import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { Written } from '@/lib/journal/row-digests'
import type { Person } from './sessions'

type Account = Tables['accounts']

/** What was done to which account. `values` are what the change writes into its row, and no others: two admins may change one at once. */
export type PersonChanged = { did: string; account: string; values?: Partial<Account>; [more: string]: unknown }

/** Writes down what somebody did to an account, their own or another's, in the transaction of the change. */
export const recordPersonChange = (
  tx: Transaction<Tables>,
  { accountId, name }: Pick<Person, 'accountId' | 'name'>,
  { values = {}, ...detail }: PersonChanged,
  more: readonly Written[] = [],
) =>
  append(tx, {
    kind: 'person',
    operation: null,
    actionId: detail.account,
    rows: [{ table: 'accounts', id: detail.account, values: vouched(values) }, ...more],
    accountId,
    person: name,
    merchant: '',
    buyerId: null,
    ticket: null,
    detail,
  })

/** What lets somebody in, what they may do there, and the name under which the journal shows what they did. */
function vouched({ id, ...values }: Partial<Account>): Partial<Account> {
  return values
}
