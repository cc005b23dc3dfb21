import 'server-only'
import type { SignedAct } from '@/lib/core/signed-acts'
import type { ActionRequest, Claim } from '@/lib/journal/action-ids'
import { type Act, isSigned } from '@/lib/signatures/server/act'
import { claimSigned } from '@/lib/signatures/server/claim-signed'
import { answerOnce, requireActionId } from './answer-once'
import type { Person } from './sessions'

/** What somebody does that may have to be signed: what they're shown of it, what its entry will say, and what it rests on. */
export type Signable = { act: SignedAct; shows: object; entry: Act['entry']; facts: Act['facts'] }

/**
 * As `answerOnce`, for what is signed where the environment says so: the one rule for all that is no command. Such a request bears an action
 * id, and a repeat is answered without another signature. Null for what is signed in no case.
 */
export function answerSigned<First, Answer>(
  actionRequest: ActionRequest | null,
  person: Person,
  signable: Signable | null,
  change: (claim: Claim) => Promise<First>,
  answer: (first: First) => Answer | Promise<Answer>,
): Promise<Answer | Response> {
  return answerOnce<First, Answer>(
    actionRequest,
    (claim) => claimSigned(actOf(actionRequest, person, signable), claim, change),
    answer,
  )
}

/** The act to be signed; null where the environment asks for no signature. Throws `invalid` for a request without an action id. */
export function actOf(actionRequest: ActionRequest | null, person: Person, signable: Signable | null): Act | null {
  if (signable === null || !isSigned(signable.act)) return null
  const { act, shows, entry, facts } = signable
  return {
    act,
    signer: person,
    merchant: actionRequest?.merchant ?? '',
    actionRequest: requireActionId(actionRequest),
    request: shows,
    entry,
    facts,
  }
}
