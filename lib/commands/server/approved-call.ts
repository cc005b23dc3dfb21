import 'server-only'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import type { Tables } from '@/lib/database/schema'
import { waitForTurn } from '@/lib/journal/chain'
import { canonical, decryptJson } from '@/lib/journal/crypto'
import { knownEmail } from '@/lib/knowledge/server/signing-buyer'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Effect } from '@/lib/operations/effects/effect'
import type { Person } from '@/lib/people/server/sessions'
import { type CommandRequest, commandCall } from './command-call'
import { commandNamed } from './command-named'
import { effectHash } from './effect-hash'
import { inOneForm, targetOf } from './target'

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

/** Throws `conflict` while somebody's request for the same waits: both would be approved, and done twice. */
export async function requireNotRequested(
  tx: Transaction<Tables>,
  { id, operation, merchant, asked_at }: ApprovalRow,
  { command, requested, person }: { command: RuledCommand; requested: CommandRequest; person: Person },
): Promise<void> {
  await waitForTurn(tx) // two who ask at once are written one after the other
  const waiting = await tx
    .selectFrom('approvals')
    .selectAll()
    .where((is) => is.and({ operation, merchant, state: 'waiting' }))
    .where('expires_at', '>', asked_at)
    .where('proposed_by', 'is', null)
    .where('sealed', '<>', '')
    .where('id', '<>', id)
    .execute()
  const wanted = await whatIsWanted(tx, command, requested)
  for (const row of waiting) {
    if ((await whatIsWanted(tx, command, requestIn(row))) !== wanted) continue
    const who = row.account_id === person.accountId ? 'You have' : `${row.person} has`
    const detail = `${who} already requested this, and it’s waiting for a decision. Nothing was requested now. Wait for the decision first.`
    throw problem('conflict', detail, { code: 'already_requested' })
  }
}

/** What a command would set, and of what; of one that sets nothing, what it would make. The body is compared as it will be sent, in one spelling. */
async function whatIsWanted(
  tx: Transaction<Tables>,
  { operation, rules }: RuledCommand,
  { merchant, params, body: given }: CommandRequest,
): Promise<string> {
  const emailOf = (buyerId: string) => knownEmail(merchant, buyerId, tx)
  const about = { merchant: { code: merchant }, actionId: '', returnUrlHosts: [], emailOf }
  const completed = await rules.completes(given as never, about)
  const body = 'body' in completed ? completed.body : given
  const set = operation.target === 'order' ? null : (operation.sets?.(body as never) ?? body)
  return canonical([targetOf({ operation, params, body }), inOneForm(set)])
}
