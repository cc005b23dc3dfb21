import 'server-only'
import type { SignedAct } from '@/lib/core/signed-acts'
import type { Act } from '@/lib/signatures/server/act'
import { type Signing, whileSigning } from '@/lib/signatures/server/sign'
import type { CommandCall } from './command-call'
import { effectHash } from './effect-hash'
import { predicted } from './predicted'

/** Sends a command that its person has signed as this act, or throws what they're to sign. */
export const whileSigned = (
  call: CommandCall,
  act: SignedAct,
  send: (signing: Signing) => Promise<Response>,
): Promise<Response> => whileSigning(actOf(call, act), send)

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
    entry: { kind: approval ? 'approved' : act === 'press-proposal' ? 'pressed' : 'intent', id: actionId },
    facts: async (store) => ({ effectHash: effectHash(requested, (await predicted(call, { store })).effect) }),
  }
}
