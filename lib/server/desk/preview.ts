import 'server-only'
import * as z from 'zod/mini'
import { commandWords } from '@/lib/command-words'
import { maskAddress, masked } from '@/lib/masking'
import type { Preview } from '@/lib/preview'
import { ServiceProblem } from '@/lib/problem'
import { sourceWords } from '@/lib/source-words'
import { checked, merchantFor, readJson } from '../admission'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { requireNoApproval } from '../journal/approval-rules'
import { commandCall } from '../journal/command-call'
import { targetOf } from '../journal/intent'
import { predicted } from '../journal/predicted'
import { knownVersion } from '../knowledge/facts'
import { typedAddress } from './typed-address'

const asked = z.strictObject({
  operation: z.string(),
  params: z.record(z.string(), z.string()),
  body: z.unknown(),
  buyerAddress: typedAddress,
})
const noAction = '00000000-0000-0000-0000-000000000000'

/** `POST /api/desk/preview`: what a command would do, from what is known now. Nothing is sent and nothing is written. */
export async function preview(request: Request, person: Person): Promise<Preview> {
  requireRight(person, 'act')
  const merchant = merchantFor(request, person)
  const call = await commandCall(
    { ...checked(asked, await readJson(request)), merchant: merchant.code },
    { person, actionId: noAction, approved: true },
  )
  const { effect, known } = await predicted(call)
  const { buyerId } = call.params
  return {
    effect: masked(effect),
    sources: Object.fromEntries(
      effect.rows.flatMap(({ field }) => (known[field] ? [[field, sourceWords(known[field], person.name, known)]] : [])),
    ),
    version: buyerId === undefined ? null : await knownVersion(merchant.code, buyerId),
    buyerAddress: { address: maskAddress(call.address.address), source: call.address.source },
    approval: await approvalFor(call),
    unsettled: await unsettledOn(merchant.code, targetOf(call)),
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

async function unsettledOn(merchant: string, target: string): Promise<Preview['unsettled']> {
  const store = await database()
  const row = await store
    .selectFrom('targets')
    .innerJoin('actions', 'actions.action_id', 'targets.action_id')
    .select([
      'actions.action_id',
      'actions.operation',
      'actions.request',
      'actions.person',
      'actions.created_at',
      'actions.state',
    ])
    .where('targets.merchant', '=', merchant)
    .where('targets.target', '=', target)
    .where('actions.state', 'in', ['sent', 'unconfirmed'])
    .where('actions.settled_as', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    actionId: row.action_id,
    words: commandWords(row.operation, JSON.parse(row.request)),
    person: row.person,
    at: row.created_at,
    running: row.state === 'sent',
  }
}
