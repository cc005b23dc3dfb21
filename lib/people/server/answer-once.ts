import 'server-only'
import * as z from 'zod/mini'
import { invalid } from '@/lib/core/problem'
import { type ActionRequest, type Claim, claim, isRepeated, noClaim, once } from '@/lib/journal/action-ids'
import { uuid } from '@/lib/operations/schemas/scalars'
import { jsonResponse } from '@/lib/platform/answers'
import { checked } from '@/lib/platform/request'
import type { Person } from './sessions'

/** The caller's own id of what it wants done: header `x-action-id`. Throws `invalid`. */
export const actionIdIn = (request: Request): string =>
  checked(z.object({ 'x-action-id': uuid }), { 'x-action-id': request.headers.get('x-action-id') ?? undefined })['x-action-id']

/** What is asked, and the merchant account it is about; none for what is no merchant account's. */
export type RequestContext = { what: string; merchant?: string; content: unknown }

/** What a request asks for under its action id. Null without one: then it is a request of its own. Throws `invalid` for a malformed one. */
export const askedIn = (request: Request, person: Person, about: RequestContext): ActionRequest | null =>
  request.headers.has('x-action-id') ? askedUnder(actionIdIn(request), person, about) : null

export const askedUnder = (
  id: string,
  { accountId }: Person,
  { what, merchant = '', content }: RequestContext,
): ActionRequest => ({
  id,
  what,
  accountId,
  merchant,
  content,
})

/** What is signed is asked for under an id. Throws `invalid`. */
export function requireActionId(asked: ActionRequest | null): ActionRequest {
  if (asked !== null) return asked
  throw invalid([{ field: 'x-action-id', title: 'Send an id of this request, a uuid: it’s signed with your passkey' }])
}

/** The answer to a repeat. */
export const answeredAgain = (answer: unknown): Response => jsonResponse(answer, { 'x-replayed': 'true' })

/**
 * Answers what is done once for an id: `change` does it, claims the id in its transaction with what it returns, and `answer` makes the
 * answer of that, at a repeat as well. Lists that come with it are as they are now.
 */
export function answerOnce<First, Answer>(
  asked: ActionRequest | null,
  change: (claim: Claim) => Promise<First>,
  answer: (first: First) => Answer | Promise<Answer>,
): Promise<Answer | Response> {
  return once<First, Answer | Response>(
    asked,
    async (claim) => answer(await change(claim)),
    async (first) => answeredAgain(await answer(first)),
  )
}

/**
 * The claim of what makes a file, which is kept nowhere: the very same request again makes it anew, with an entry, and where that is asked a
 * signature, of its own. Throws `conflict` for anything else under the id.
 */
export async function claimForFile(asked: ActionRequest | null): Promise<Claim> {
  if (asked === null) return noClaim
  await isRepeated(asked) // before anybody signs or the service is asked
  return { ...noClaim, take: async (tx) => void (await claim(tx, asked)) }
}
