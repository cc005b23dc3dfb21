import 'server-only'
import * as z from 'zod/mini'
import { admit, handler } from '@/lib/calls/handler'
import { ServiceProblem } from '@/lib/core/problem'
import { type ActionRequest, isRepeated, notSentUnlessBegun } from '@/lib/journal/action-ids'
import type { CommandRules, RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Operation } from '@/lib/operations/declare/operation'
import { uuid, wholeText } from '@/lib/operations/schemas/scalars'
import { recordBuyerShown } from '@/lib/people/server/record-buyer-shown'
import { checked, keptLine } from '@/lib/platform/request'
import { buyerNamed, commandCall } from './command-call'
import { perform } from './perform'
import { quoteHeader, quoteNamed, requestedWith } from './quotes'
import { replay } from './replay'
import { requireNotAskedFor } from './spend-approval'

/**
 * The route handler of a command: let in, begun, sent once, answered with its outcome. What was asked for before under the same action id
 * is answered with its first outcome, though it could not be done now. Its rules come with it: it loads those of no other command.
 */
export const serveCommand = <O extends Operation<'command'>>(operation: O, rules: CommandRules<NoInfer<O>>) =>
  handler(operation, (request, params) => answer({ operation, rules }, request, params), notSent)

async function answer(command: RuledCommand, request: Request, given: Record<string, string>): Promise<Response> {
  const { operation } = command
  const { person, merchant, params, body, headers, typedAddress } = await admit(operation, request, given)
  const lookedAt = buyerNamed({ params: {}, body })
  if (lookedAt !== undefined) await recordBuyerShown(person, merchant.code, lookedAt)
  const own = ownHeadersIn(request)
  const actionRequest = {
    id: own.actionId,
    what: operation.name,
    accountId: person.accountId,
    merchant: merchant.code,
    // Not the ticket: who corrects it after a lost answer asks for the same.
    content: { params, body, headers, typed: typedAddress, ...(own.quote && { quote: own.quote }) },
  }
  const { actionId, quote } = own
  const asked = { person, actionId, merchant, params, body, headers, quote, typedAddress }
  const isBegun = async () => (await import('./begun-before')).wasBegunBefore(command, asked) // few ids are another request's
  if (await isRepeated(actionRequest).catch(noted(request, actionRequest, isBegun))) return replay(own.actionId)
  lookedUp.add(request)
  const named = await requestedWith(person, own.quote, typedAddress)
  const requested = { merchant: merchant.code, params, body, headers, ...named }
  return perform(await commandCall(command, requested, { person, ...own, actionRequest })).catch((cause: unknown) => {
    if (cause instanceof ServiceProblem && cause.problem.code === 'row_changed' && cause.problem.actionId === own.actionId)
      begunBefore.add(request)
    throw cause
  })
}

/** The requests whose action was begun before, as the journal knows though somebody deleted its row: nobody may say that it was not sent. */
const begunBefore = new WeakSet<Request>()

/** The requests whose action id was looked up, and is unused or another request's. */
const lookedUp = new WeakSet<Request>()

/** Whether it's a repeat all the same, where its id was used for something else. */
const noted = (request: Request, actionRequest: ActionRequest, isBegun: () => Promise<boolean>) => async (cause: unknown) => {
  if (cause instanceof ServiceProblem && cause.problem.code === 'action_id_used') {
    if (await isBegun()) return true
    lookedUp.add(request)
    await requireNotAskedFor(actionRequest)
  }
  throw cause
}

/** Whatever is thrown once the id was looked up keeps this request from being sent. */
function notSent(request: Request) {
  const of = { 'x-action-id': request.headers.get('x-action-id') ?? '' }
  if (begunBefore.has(request)) return of
  return lookedUp.has(request) ? { 'x-outcome': 'not-sent', ...of } : notSentUnlessBegun(request)
}

const ownHeaders = z.object({
  'x-action-id': uuid,
  'x-ticket': z.nullable(keptLine(64)),
  'x-shown-version': z.nullable(wholeText('Send the x-known-version you were shown')),
  'x-acknowledged-action': z.nullable(uuid),
  [quoteHeader]: quoteNamed,
  'x-undoes': z.null('Leave this out. Undo an action with POST /api/desk/actions/{actionId}/undo'),
})

function ownHeadersIn({ headers }: Request) {
  const given = Object.fromEntries(Object.keys(ownHeaders.shape).map((name) => [name, headers.get(name)]))
  const read = checked(ownHeaders, given)
  return {
    actionId: read['x-action-id'],
    ticket: read['x-ticket'],
    shownVersion: read['x-shown-version'],
    acknowledges: read['x-acknowledged-action'],
    quote: read[quoteHeader],
    renewalConfirmed: headers.get('x-confirmed-renewal') === 'yes',
  }
}
