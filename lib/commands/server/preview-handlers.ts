import 'server-only'
import * as z from 'zod/mini'
import { fromOwnJson } from '@/lib/core/json'
import { maskAddress, masked } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import { knownVersion } from '@/lib/knowledge/server/facts'
import { describeSource } from '@/lib/knowledge/source-words'
import type { Effect } from '@/lib/operations/effects/effect'
import { uuid } from '@/lib/operations/schemas/scalars'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import { typedAddress } from '@/lib/platform/typed-address'
import { hasKey } from '@/lib/signatures/server/keys'
import type { Preview } from '../preview'
import { withKnownAmount } from './approval-about'
import { buyerNamed, type CommandCall, commandCall } from './command-call'
import { commandNamed } from './command-named'
import { predicted } from './predicted'
import { quoteIn, requestedWith } from './quotes'
import { isSignedCommand, requireNoApproval } from './requirements'
import { newestOn, targetOf } from './target'
import { wordsOf } from './words-of'

const previewBody = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  buyerAddress: typedAddress,
})
const noAction = '00000000-0000-0000-0000-000000000000'

/** `POST /api/desk/preview`: what a command would do, from what is known now. Nothing is sent, and nothing is written but that the buyer was looked at. */
export async function preview(request: Request, person: Person): Promise<Preview> {
  requireRight(person, 'act')
  const merchant = merchantFor(request, person)
  const { operation, ...given } = checked(previewBody, await readJson(request))
  const named = await requestedWith(person, quoteIn(request), given.buyerAddress)
  const requested = { ...given, ...named, merchant: merchant.code }
  const lookedAt = buyerNamed(requested)
  if (lookedAt !== undefined) await recordBuyerShown(person, merchant.code, lookedAt)
  const call = await commandCall(commandNamed(operation), requested, { person, actionId: noAction, approved: true })
  const { effect, known } = await predicted(call)
  const { buyerId } = call
  return {
    effect: masked(await withKnownAmount(effect, merchant.code, buyerId)),
    sources: Object.fromEntries(
      effect.rows.flatMap(({ field }) => (known[field] ? [[field, describeSource(known[field], person.name, known)]] : [])),
    ),
    version: buyerId === null ? null : await knownVersion(merchant.code, buyerId),
    buyerAddress: { address: maskAddress(call.address.address), source: call.address.source },
    approval: await approvalFor(call),
    unsettled: (await isOwnTry(request, call)) ? null : await unsettledOn(call, effect),
    ...(isSignedCommand(call) && { passkey: (await hasKey(await database(), person.accountId)) ? 'ready' : 'missing' }),
  }
}

async function approvalFor(call: Parameters<typeof requireNoApproval>[0]): Promise<string | null> {
  try {
    await requireNoApproval(call)
    return null
  } catch (cause) {
    if (cause instanceof ServiceProblem) return cause.problem.detail
    throw cause
  }
}

/** Whether a form was sent under its id already (`x-tried`): to press again is to get that answer, and nothing is in the way of it. */
async function isOwnTry({ headers }: Request, call: CommandCall): Promise<boolean> {
  const tried = uuid.safeParse(headers.get('x-tried'))
  if (!tried.success) return false
  const { operation, merchant, person } = call
  const found = await (await database())
    .selectFrom('actions')
    .select('action_id')
    .where('action_id', '=', tried.data)
    .where('account_id', '=', person.accountId)
    .where('operation', '=', operation.name)
    .where('merchant', '=', merchant.code)
    .where('target', '=', targetOf(call))
    .executeTakeFirst()
  return found !== undefined
}

/** What is in the way of a command: an open action on the same thing, or one that did the same. */
async function unsettledOn(call: CommandCall, effect: Effect): Promise<Preview['unsettled']> {
  const store = await database()
  const found = await inTheWayOf(store, call, effect)
  if (found === null) return null
  const action = await store.selectFrom('actions').select('account_id').where('action_id', '=', found.actionId).executeTakeFirst()
  return { ...found, mine: action?.account_id === call.person.accountId }
}

async function inTheWayOf(store: Database, call: CommandCall, { repeats }: Effect) {
  const on = { merchant: call.merchant.code, target: targetOf(call) }
  const newest = await newestOn(store, on)
  if (newest === undefined || newest.state === 'done' || newest.settled_as !== null)
    return repeats
      ? { ...repeats, running: false, done: call.operation.target === 'order' ? ('order' as const) : ('act' as const) }
      : null
  const { action_id, operation, request, person, created_at, state } = newest
  const words = wordsOf({ operation, merchant: on.merchant, request: fromOwnJson(request) }, created_at)
  return { actionId: action_id, words, person, at: created_at, running: state === 'sent' }
}
