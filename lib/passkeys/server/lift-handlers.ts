import 'server-only'
import * as z from 'zod/mini'
import type { ActionRequest } from '@/lib/journal/action-ids'
import type { PersonAccount } from '@/lib/people/person-account'
import { answerOnce, askedIn, requireActionId } from '@/lib/people/server/answer-once'
import { listPeople } from '@/lib/people/server/handlers'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import { idIn } from '@/lib/platform/id-in'
import { checked, readJson } from '@/lib/platform/request'
import type { Act } from '@/lib/signatures/server/act'
import { claimSigned } from '@/lib/signatures/server/claim-signed'
import { askToLift, decideLift, liftDid } from './lift-passkeys'

type OfPerson = { accountId: string }
type People = { people: PersonAccount[] }

const lifting = z.strictObject({ lift: z.boolean('Send true or false') })

/** `POST /api/desk/people/{accountId}/passkeys`: asks another admin to lift the passkeys of somebody who has lost theirs. */
export async function postLift(request: Request, admin: Person, params: OfPerson): Promise<People | Response> {
  const accountId = idIn(params.accountId)
  checked(z.strictObject({}), await readJson(request))
  const asked = askedIn(request, admin, { what: 'postLift', content: { accountId } })
  const act = liftOf(asked, admin, { lifts: accountId }, { id: accountId, did: liftDid.asked })
  return answerOnce(asked, (claim) => claimSigned(act, claim, (signed) => askToLift(admin, accountId, signed)), listPeople)
}

/** `POST /api/desk/people/{accountId}/passkeys/decide {lift}`: another admin than the one who asked. */
export async function postLiftDecision(request: Request, admin: Person, params: OfPerson): Promise<People | Response> {
  const accountId = idIn(params.accountId)
  const { lift } = checked(lifting, await readJson(request))
  const asked = askedIn(request, admin, { what: 'postLiftDecision', content: { accountId, lift } })
  const act = liftOf(asked, admin, { decides: accountId, lift }, { id: accountId, did: lift ? liftDid.lifted : liftDid.declined })
  return answerOnce(asked, (claim) => claimSigned(act, claim, (signed) => decideLift(admin, accountId, lift, signed)), listPeople)
}

/** To lift keys is signed wherever anything is. */
const liftOf = (actionRequest: ActionRequest | null, admin: Person, request: object, entry: object): Act | null =>
  env().SIGNED_ACTS.length === 0
    ? null
    : {
        act: 'lift-passkeys',
        signer: admin,
        merchant: '',
        actionRequest: requireActionId(actionRequest),
        request,
        entry: { kind: 'person', ...entry },
        facts: async () => ({}),
      }
