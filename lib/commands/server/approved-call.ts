import 'server-only'
import type { Tables } from '@/lib/database/schema'
import { decryptJson } from '@/lib/journal/crypto'
import type { Effect } from '@/lib/operations/effects/effect'
import type { Person } from '@/lib/people/server/sessions'
import { type CommandRequest, commandCall } from './command-call'
import { commandNamed } from './command-named'
import { effectHash } from './effect-hash'

type ApprovalRow = Tables['approvals']

/** What was asked for, as it was asked. */
export function requestIn(row: Pick<ApprovalRow, 'sealed' | 'merchant'>): CommandRequest {
  const sealed = decryptJson(row.sealed) as Pick<
    CommandRequest,
    'params' | 'body' | 'buyerAddress' | 'headers' | 'buyerId' | 'quote'
  >
  return { ...sealed, merchant: row.merchant }
}

/** The command in the asker's name, as `person` may look at it. What the asker may is decided as its action is begun. */
export async function approvedCall(row: ApprovalRow, person: Person) {
  const asker: Person = { ...person, accountId: row.account_id, name: row.person }
  const call = await commandCall(commandNamed(row.operation), requestIn(row), {
    person: asker,
    actionId: row.action_id,
    ticket: row.ticket,
    approved: true,
    approvedAsOf: new Date(row.asked_at),
  })
  return { call, hashOf: (effect: Effect) => effectHash(call.requested, effect) }
}
