import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { Operation } from '@/lib/operations/declare/operation'
import { pathFor } from '@/lib/operations/path'
import type { Approval } from '../approval'
import {
  type CommandOutcome,
  hasEnded,
  isAnswered,
  isConnectionLost,
  noAnswer,
  readOutcome,
  stillHolding,
} from './command-outcome'

/** A command as a person requests it. `shownVersion` is what they saw of the buyer; `acknowledges` the unsettled action they were told of. */
export type CommandRequest = {
  operation: Operation<'command'>
  merchant: string
  params: Record<string, string>
  body: Record<string, unknown>
  ticket: string | null
  shownVersion: number | null
  acknowledges: string | null
  renewalConfirmed: boolean
  /** Where none is known: the buyer's address, typed. */
  buyerAddress: string | null
  /** The quote that it takes up. */
  quote?: string | null
  /** Headers that the operation declares. */
  headers?: Record<string, string>
}

type Sending = {
  actionId: string
  method?: string
  merchant?: string
  body?: unknown
  headers?: Record<string, string | null>
}

/**
 * Sends what is done once under its action id, however often it is sent. Never throws. It is not aborted when the person leaves.
 * Where a balancer lost the copy of the dashboard that had it, another copy is asked, which knows how it ended or does it now.
 */
export async function sendOnce(address: string, { actionId, method = 'POST', ...sending }: Sending): Promise<CommandOutcome> {
  const ask = () =>
    request(address, { ...sending, actionId, method, as: (response) => readOutcome(actionId, response) }).catch(noAnswer)
  const first = await ask()
  const outcome = stillHolding(first.kind === 'unconfirmed' && isConnectionLost(first) ? await ask() : first)
  if (outcome.kind === 'no-answer') unanswered.add(actionId)
  if (isAnswered(outcome) || hasEnded(outcome) || !unanswered.has(actionId)) return outcome
  return { ...outcome, mayBeBegun: true }
}

/** The ids of which a try had no answer. Whatever keeps a later one from being sent says nothing of that. */
const unanswered = new Set<string>()

/** Sends a command, through our own handler. */
export function postCommand(actionId: string, command: CommandRequest): Promise<CommandOutcome> {
  const { operation, merchant, params, body, ticket, shownVersion, acknowledges, renewalConfirmed, buyerAddress } = command
  return sendOnce(pathFor(operation, params), {
    actionId,
    method: operation.method,
    merchant,
    body,
    headers: {
      'x-ticket': ticket,
      'x-shown-version': shownVersion === null ? null : String(shownVersion),
      'x-acknowledged-action': acknowledges,
      'x-confirmed-renewal': renewalConfirmed ? 'yes' : null,
      'x-buyer-ip': buyerAddress,
      'x-quote': command.quote ?? null,
      ...command.headers,
    },
  })
}

/** Asks a manager for a command, to be sent under this action id once it is approved. Throws a `ServiceProblem` where it isn't asked for. */
export function requestApproval(actionId: string, command: CommandRequest): Promise<Approval> {
  const { operation, merchant, params, body, ticket, buyerAddress, quote = null, headers } = command
  const content = { operation: operation.name, params, body, buyerAddress, actionId, ticket }
  return request<Approval>(routes.approvals(), { merchant, body: content, headers: { 'x-quote': quote, ...headers } })
}

/** Takes an action back, or sends an unconfirmed one again: an action of its own, which the server makes from the first one. */
export const sendAfter = (how: 'undo' | 'send-again', firstId: string, actionId: string): Promise<CommandOutcome> =>
  sendOnce(how === 'undo' ? routes.actionUndo(firstId) : routes.actionSendAgain(firstId), { actionId })
