import 'server-only'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import type { SignedAct } from '@/lib/core/signed-acts'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'
import type { Act } from '@/lib/signatures/server/act'
import type { CommandCall } from './command-call'
import { effectHash } from './effect-hash'
import { predicted } from './predicted'
import { mustWait, type Sending } from './requirements'

/** Whether a command would be signed by whoever sends it or approves it: it renews, and so charges. */
export const isSignedCommand = (sending: Sending, now = Date.now()): boolean =>
  env().SIGNED_ACTS.includes('renew-now') && mustWait(sending, now) !== null

/** What of a command its person signs; null where nothing is. The signed approval of an incident stands for each of its rows. */
function signedAs(call: CommandCall): SignedAct | null {
  if (call.part) return null
  if (isSignedCommand(call)) return 'renew-now'
  return call.proposal && env().SIGNED_ACTS.includes('press-proposal') ? 'press-proposal' : null
}

/** Sends a command that its person has signed, or throws what they're to sign. One that needs no signature is sent as it is. */
export async function withSignature(call: CommandCall, send: (call: CommandCall) => Promise<Response>): Promise<Response> {
  const act = signedAs(call)
  if (act === null) return send(call)
  const { whileSigning } = await import('@/lib/signatures/server/sign') // most commands are never signed
  return whileSigning(actOf(call, act), (signing) => send({ ...call, signing }))
}

function actOf(call: CommandCall, act: SignedAct): Act {
  const { operation, merchant, requested, approval, person, actionId } = call
  const { params, body } = requested
  const signer = approval?.by ?? person
  return {
    act,
    signer,
    merchant: merchant.code,
    actionRequest: call.actionRequest ?? {
      id: actionId,
      what: operation.name,
      accountId: signer.accountId,
      merchant: merchant.code,
      content: requested,
    },
    request: { operation: operation.name, params, body: body ?? null, ...(approval && { approval: approval.row.id }) },
    facts: async (store) => ({ effectHash: effectHash(requested, (await predicted(call, { store })).effect) }),
  }
}

/** In the transaction of the intent: what must be signed is, and on the facts of this moment. Midnight may have made a renewal of it. */
export async function requireSigned(tx: Transaction<Tables>, call: CommandCall): Promise<void> {
  if (call.signing) return call.signing.bind(tx)
  if (signedAs(call) === null) return
  throw problem('invalid', 'By now this needs your passkey, so nothing was sent. Try again.', {
    status: 428,
    code: 'signature_required',
    title: 'Your passkey is needed',
  })
}
