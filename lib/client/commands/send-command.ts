import type { Operation } from '@/lib/operations/operation'
import { pathFor } from '@/lib/operations/path'
import { noteAnswered } from '../session'
import { type CommandOutcome, noAnswer, readOutcome } from './command-outcome'

/** A command as a person wants it. `shownVersion` is what they saw of the buyer; `acknowledges` the unsettled action they were told of. */
export type Wanted = {
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
  /** Headers that the operation declares. */
  headers?: Record<string, string>
}

/** Sends a command once, through our own handler. Never throws. It is not aborted when the person leaves. */
export function sendCommand(actionId: string, wanted: Wanted): Promise<CommandOutcome> {
  const { operation, merchant, params, body } = wanted
  return sendUnder(actionId, pathFor(operation, params), {
    method: operation.method,
    headers: { 'content-type': 'application/json', 'x-merchant': merchant, ...headersOf(wanted) },
    body: JSON.stringify(body),
  })
}

/** Takes an action back, or sends an unconfirmed one again: an action of its own, which the server makes from the first one. */
export function sendAfter(how: 'undo' | 'send-again', firstId: string, actionId: string): Promise<CommandOutcome> {
  return sendUnder(actionId, `/api/desk/actions/${firstId}/${how}`, { method: 'POST', headers: {} })
}

async function sendUnder(actionId: string, path: string, init: RequestInit): Promise<CommandOutcome> {
  try {
    const headers = { accept: 'application/json', 'x-action-id': actionId, ...init.headers }
    const response = await fetch(path, { ...init, headers })
    noteAnswered()
    return await readOutcome(actionId, response)
  } catch {
    return noAnswer()
  }
}

function headersOf({
  ticket,
  shownVersion,
  acknowledges,
  renewalConfirmed,
  buyerAddress,
  headers,
}: Wanted): Record<string, string> {
  return {
    ...(ticket === null ? {} : { 'x-ticket': ticket }),
    ...(shownVersion === null ? {} : { 'x-shown-version': String(shownVersion) }),
    ...(acknowledges === null ? {} : { 'x-acknowledged-action': acknowledges }),
    ...(renewalConfirmed ? { 'x-confirmed-renewal': 'yes' } : {}),
    ...(buyerAddress === null ? {} : { 'x-buyer-ip': buyerAddress }),
    ...headers,
  }
}
