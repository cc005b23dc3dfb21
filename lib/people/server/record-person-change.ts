import 'server-only'
import type { Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { Person } from './sessions'

/** Writes down what somebody did to an account, their own or another's, in the transaction of the change. */
export const recordPersonChange = (
  tx: Transaction<Tables>,
  { accountId, name }: Pick<Person, 'accountId' | 'name'>,
  detail: object,
) =>
  append(tx, {
    kind: 'person',
    operation: null,
    actionId: null,
    accountId,
    person: name,
    merchant: '',
    buyerId: null,
    ticket: null,
    detail,
  })
