import 'server-only'
import { createHmac } from 'node:crypto'
import type { Tables } from '@/lib/database/schema'
import { canonical, decryptJson, derived } from '@/lib/journal/crypto'
import type { Effect } from '@/lib/operations/effects/effect'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'
import { type CommandCall, type CommandRequest, commandCall } from './command-call'
import { commandNamed } from './command-named'

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

/**
 * A digest of the request and of the facts it rests on: what it changes, whether it charges, and whether a charge would find a token. Times
 * are left out, for they pass, and so is what we add to complete the body. It's keyed: without a key, whoever is shown everything but an
 * e-mail address could guess that.
 */
export function effectHash({ operation, merchant, params, body }: CommandCall['requested'], effect: Effect): string {
  const facts = effect.rows.map(({ field, before, after }) => [field, before, after])
  const charges = effect.later.some(({ danger }) => danger)
  return createHmac('sha256', key())
    .update(canonical([operation, merchant, params, body, facts, charges, effect.tokens ?? null]))
    .digest('hex')
}

const key = () => singleton('effect-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil effects'))
