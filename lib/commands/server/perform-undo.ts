import 'server-only'
import type { ActionRequest } from '@/lib/journal/action-ids'
import { decryptJson } from '@/lib/journal/crypto'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { undoCommand } from '@/lib/operations/predict'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { requireRight } from '@/lib/people/server/person'
import type { Person } from '@/lib/people/server/sessions'
import { serviceClock } from '@/lib/service/account-state'
import { actionRow, oneAction } from './actions'
import { type CommandRequest, commandCall } from './command-call'
import { commandNamed } from './command-named'
import type { Action as Row } from './intent'
import { holderNow, lookFirst } from './look-first'
import { mayNotFollow } from './may-be-sent'
import { perform } from './perform'
import { writtenFirst } from './replay'

/** What a command was built from. Older versions didn't keep all of it, so parts may be missing. */
type Sealed = Pick<CommandRequest, 'params' | 'body' | 'buyerAddress' | 'headers' | 'buyerId' | 'quote'>

/** What was really sent, in clear. */
export const sentOf = (row: Row) => decryptJson(row.sealed) as Sealed

/** Undoes an action by its undo command, as an action of its own. Throws `conflict` where there is none or no more. */
export async function performUndo(person: Person, actionId: string, actionRequest: ActionRequest): Promise<Response> {
  requireRight(person, 'act')
  await writtenFirst(actionId)
  const row = await actionRow(person, actionId)
  const look = () => requireStillSo(person, row)
  await look()
  const { undo } = await oneAction(person, actionId)
  if (!undo.possible) throw mayNotFollow('undo', undo.why)
  const { params, body, buyerAddress, headers } = sentOf(row)
  const { zone, ahead } = serviceClock(merchantByCode(row.merchant))
  const found = undoCommand(commandNamed(row.operation).rules, { params, body }, knownBefore(row), new Date(), zone, ahead)
  if (found.command === null) throw mayNotFollow('undo', found.why)
  const { operation, ...back } = found.command
  const call = await commandCall(
    commandNamed(operation),
    { ...back, merchant: row.merchant, buyerAddress, headers },
    { person, actionId: actionRequest.id, actionRequest, ticket: row.ticket, undoes: actionId },
  )
  return perform({ ...call, look })
}

/** Whoever has set something else meanwhile, in whatever way, isn't overwritten: what is read here is looked at once more as the undo is begun. */
async function requireStillSo(person: Person, row: Row): Promise<void> {
  if (row.sealed === '') return // its undo is refused
  if (commandNamed(row.operation).operation.target !== 'buyer') return lookAgain(person, row)
  const { body, buyerAddress } = sentOf(row)
  const holder = await holderNow((body as { email: string }).email, {
    person,
    merchant: merchantByCode(row.merchant),
    buyerAddress,
  })
  if (holder !== undefined && holder !== row.buyer_id)
    throw mayNotFollow('undo', 'The buyer has another e-mail address by now. An undo would overwrite that.')
}

/** Looks at what an action was about. */
async function lookAgain(person: Person, row: Row): Promise<void> {
  const command = commandNamed(row.operation)
  if (command.operation.target === 'buyer') return requireSameEmail(person, row)
  const { params, body, buyerAddress } = sentOf(row)
  await lookFirst(person, {
    ...command,
    merchant: merchantByCode(row.merchant),
    params,
    body,
    buyerId: row.buyer_id,
    buyerAddress,
  })
}

/** A change of e-mail may be sent again while the buyer has the address from before, or the wanted one already. */
async function requireSameEmail(person: Person, row: Row): Promise<void> {
  const before = knownBefore(row)
  const { body, buyerAddress } = sentOf(row)
  const asker = { person, merchant: merchantByCode(row.merchant), buyerAddress }
  for (const email of [before.email?.value, (body as { email: string }).email]) {
    if (typeof email !== 'string') continue
    const holder = await holderNow(email, asker)
    if (holder === undefined || holder === row.buyer_id) return
  }
  const { anewInstead, isSure } = await import('./known-since') // it loads what few commands need
  const why = isSure('email', before)
    ? 'The buyer has another e-mail address by now. Sending again would overwrite that.'
    : 'The buyer doesn’t have the new e-mail address. We don’t know which one they had before this was sent, so somebody may have changed it since. Sending again might overwrite that.'
  throw mayNotFollow('send_again', `${why} ${anewInstead(row)}`)
}

/** Sends an unconfirmed action again, as an action of its own that acknowledges the first. Only a person ever asks for it. */
export async function sendAgain(person: Person, actionId: string, actionRequest: ActionRequest): Promise<Response> {
  requireRight(person, 'act')
  await writtenFirst(actionId)
  const row = await actionRow(person, actionId)
  const { sendAgain: allowed } = await oneAction(person, actionId)
  if (!allowed.possible) throw mayNotFollow('send_again', allowed.why)
  const look = async () => (row.sealed === '' ? undefined : lookAgain(person, row))
  await look() // what it shows is decided on as it's begun
  const { buyerAddress, headers, buyerId, quote, ...sent } = sentOf(row)
  const call = await commandCall(
    commandNamed(row.operation),
    { merchant: row.merchant, params: sent.params, body: sent.body, buyerAddress, headers, buyerId, quote },
    { person, actionId: actionRequest.id, actionRequest, ticket: row.ticket, acknowledges: actionId, sendsAgain: actionId },
  )
  return perform({ ...call, look })
}

/** What was known of the target when an action was begun, in clear. */
export const knownBefore = (row: Row): KnownThing => (decryptJson(row.sealed) as { known?: KnownThing }).known ?? {}
