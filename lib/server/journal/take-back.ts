import 'server-only'
import { inverse } from '@/lib/operations/effects'
import { problem } from '@/lib/problem'
import { merchantByCode } from '../admission'
import { requireRight } from '../auth/person'
import type { Person } from '../auth/sessions'
import { log } from '../log'
import { actionRow, oneAction } from './actions'
import { commandCall, type Wanted } from './command-call'
import type { Action as Row } from './intent'
import { knownBefore } from './known-before'
import { perform } from './perform'
import { unseal } from './seal'
import { settleByPerson } from './settling'

type Sealed = { params: Record<string, string>; body: unknown; known: unknown; buyerAddress?: string | null }

/** What was really sent, in clear. */
export const sentOf = (row: Row) => unseal(row.sealed) as Sealed

/** Undoes an action by the command that takes it back, as an action of its own. Throws `conflict` where there is none or no more. */
export async function takeBack(person: Person, actionId: string, newActionId: string): Promise<Response> {
  requireRight(person, 'act')
  const row = await actionRow(person, actionId)
  const { undo } = await oneAction(person, actionId)
  if (!undo.possible) throw problem('conflict', undo.why, { code: 'cannot_undo' })
  const { params, body, buyerAddress } = sentOf(row)
  const found = inverse(row.operation, { params, body }, knownBefore(row), new Date(), merchantByCode(row.merchant).timeZone)
  if (found.command === null) throw problem('conflict', found.why, { code: 'cannot_undo' })
  return performAs(person, { ...found.command, merchant: row.merchant, buyerAddress }, newActionId, row)
}

/** Sends an unconfirmed action again, as an action of its own that acknowledges the first. Only a person ever asks for it. */
export async function sendAgain(person: Person, actionId: string, newActionId: string): Promise<Response> {
  requireRight(person, 'act')
  const row = await actionRow(person, actionId)
  const { sendAgain: allowed } = await oneAction(person, actionId)
  if (!allowed.possible) throw problem('conflict', allowed.why, { code: 'cannot_send_again' })
  const { params, body, buyerAddress } = sentOf(row)
  const call = await commandCall(
    { operation: row.operation, merchant: row.merchant, params, body, buyerAddress },
    { person, actionId: newActionId, ticket: row.ticket, acknowledges: actionId },
  )
  const response = await perform(call)
  // The state it was to set is set now, whatever became of the first try; a thing made twice is another matter.
  const setsState = call.operation.repeat === 'sets' || call.operation.repeat === 'ambiguous'
  if (setsState && response.headers.get('x-outcome') === 'done') await settleRepeated(person, actionId, newActionId)
  return response
}

/** The second one is done, and nothing about settling the first may hide that; a late answer may have settled it meanwhile. */
async function settleRepeated(person: Person, actionId: string, newActionId: string): Promise<void> {
  try {
    await settleByPerson(person, actionId, { as: 'happened', how: 'sent-again', reason: `Sent again as ${newActionId}` })
  } catch (cause) {
    log.warn({ err: cause, actionId }, 'repeated_action_not_settled')
  }
}

async function performAs(person: Person, wanted: Wanted, actionId: string, undone: Row): Promise<Response> {
  return perform(await commandCall(wanted, { person, actionId, ticket: undone.ticket, undoes: undone.action_id }))
}
