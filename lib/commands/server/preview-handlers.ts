import 'server-only'
import * as z from 'zod/mini'
import { dayMs } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { maskAddress, masked } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { knownVersion } from '@/lib/knowledge/server/facts'
import { describeSource } from '@/lib/knowledge/source-words'
import { uuid } from '@/lib/operations/schemas/scalars'
import { describeCommand } from '@/lib/operations/words'
import { merchantFor } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import type { Person } from '@/lib/people/server/sessions'
import { checked, readJson } from '@/lib/platform/request'
import { typedAddress } from '@/lib/platform/typed-address'
import { hasKey } from '@/lib/signatures/server/keys'
import type { Preview } from '../preview'
import { withKnownAmount } from './approval-about'
import { buyerNamed, commandCall } from './command-call'
import { commandNamed } from './command-named'
import { newestOn } from './following'
import { predicted } from './predicted'
import { quoteIn, requestedWith } from './quotes'
import { isSignedCommand, requireNoApproval } from './requirements'
import { targetOf } from './target'

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
    unsettled: (await isOwnTry(request, person)) ? null : await unsettledOn(merchant.code, targetOf(call)),
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
async function isOwnTry({ headers }: Request, { accountId }: Person): Promise<boolean> {
  const tried = uuid.safeParse(headers.get('x-tried'))
  if (!tried.success) return false
  const own = (await database()).selectFrom('actions').select('action_id').where('account_id', '=', accountId)
  return (await own.where('action_id', '=', tried.data).executeTakeFirst()) !== undefined
}

async function unsettledOn(merchant: string, target: string): Promise<Preview['unsettled']> {
  const row = await newestOn(await database(), { merchant, target })
  if (!row) return null
  const isDone = row.state === 'done' || row.settled_as !== null
  if (isDone && !isSameOrder(target, row)) return null
  return {
    actionId: row.action_id,
    words: describeCommand(row.operation, fromOwnJson(row.request)),
    person: row.person,
    at: row.created_at,
    running: row.state === 'sent',
    ...(isDone && { done: true }),
  }
}

/** Whether what was done to a target was the same as what is previewed: of orders nothing else is done to one. */
const isSameOrder = (target: string, { created_at }: { created_at: string }) =>
  target.startsWith('order:') && Date.now() - Date.parse(created_at) < dayMs
