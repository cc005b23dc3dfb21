import 'server-only'
import type { Transaction } from 'kysely'
import type { Call } from '@/lib/calls/call'
import { isObject } from '@/lib/core/json'
import type { Tables } from '@/lib/database/schema'
import type { ActionRequest } from '@/lib/journal/action-ids'
import { buyerAddress, buyerWithEmail } from '@/lib/knowledge/server/signing-buyer'
import type { RuledCommand } from '@/lib/operations/declare/command-rules'
import type { Operation } from '@/lib/operations/declare/operation'
import type { Effect } from '@/lib/operations/effects/effect'
import { uuid } from '@/lib/operations/schemas/scalars'
import { merchantByCode, requireMerchant } from '@/lib/people/server/merchant-rights'
import type { Person } from '@/lib/people/server/sessions'
import { asSent, checked, type DeclaredHeaders } from '@/lib/platform/request'
import type { Signing } from '@/lib/signatures/server/sign'
import { completed, mustWait, requireNoApproval, type Sending } from './requirements'
import type { Granted } from './spend-approval'

/** A command as somebody asked for it. All of it is kept with the action, so that the same command can be built again. */
export type CommandRequest = {
  merchant: string
  params: Record<string, string>
  body: unknown
  /** Typed by a person, where none is known. */
  buyerAddress?: string | null | undefined
  headers?: DeclaredHeaders | undefined
  /** The buyer, where neither path nor body names them any more because the body was completed before. */
  buyerId?: string | null | undefined
  /** The quote that it takes up, by its id. */
  quote?: string | null | undefined
}

export type CommandCall = Call<Operation<'command'>> &
  RuledCommand & {
    actionId: string
    /** What the caller asked for under an id of theirs, mostly this action's own. Null where an approval has brought it. */
    actionRequest: ActionRequest | null
    ticket: string | null
    /** The buyer's known version that the person looked at. */
    shownVersion: number | null
    /** The unsettled action on the same target that the person has seen. */
    acknowledges: string | null
    /** The action that this one undoes, and the unconfirmed one that it sends again: no request can say so of an ordinary command. */
    undoes: string | null
    sendsAgain: string | null
    /** The buyer it is about: the one in its path, or the one that an order is for. Null where we know of none. */
    buyerId: string | null
    /** The checked input that it was built from, and can be built from again. */
    requested: CommandRequest & { operation: string }
    /** A manager has approved it, with everything it brought then. */
    approved: boolean
    /** Whoever answers for it knows that it renews, and so charges. */
    renewalConfirmed: boolean
    /** The request that it carries out, where a manager has just approved it. */
    approval: Granted | null
    /** Looks at what it changes, where it rests on that: while it waits for its turn somebody may change it elsewhere. */
    look?: () => Promise<void>
    /** The incident that it's a row of. */
    part: Part | null
    /** The proposal of a machine that a person has pressed. */
    proposal: Pressed | null
    /** The signature of whoever sends or approves it, where it needs one. */
    signing: Signing | null
  }

/** The buyer that a command is about: in its path, or in its body by a field of our own, which is never sent. Undefined for what is no id. */
export const buyerNamed = ({ params, body }: Pick<CommandRequest, 'params' | 'body'>): string | undefined =>
  uuid.safeParse(params.buyerId ?? (isObject(body) ? body.buyerId : undefined)).data

/** Whose e-mail an order is for, where that buyer is known: their address signs it, as it signed the question for its price. */
async function orderedBy({
  operation,
  merchant,
  body,
}: Pick<Sending, 'operation' | 'merchant' | 'body'>): Promise<string | null> {
  const email = operation.target === 'order' ? (body as { buyer?: { email?: string } }).buyer?.email : undefined
  return email === undefined ? null : buyerWithEmail(merchant.code, email)
}

/** What a command is one row of, where a second person has approved all of it. It's made beside the run alone: no request brings one. */
export type Part = {
  incident: string
  /** Throws where this row may not be sent now. Asked in the transaction that writes its intent, which nobody else changes incidents in. */
  requireMayBeSent(tx: Transaction<Tables>, call: CommandCall): Promise<void>
}

/** What a machine proposed and a person pressed. It's made beside the press alone: no request brings one. */
export type Pressed = {
  /** The machine. */
  by: string
  /** Uses the proposal up, in the transaction of the intent. Throws where it isn't open any more, or where the facts are no longer those that were shown. */
  take(tx: Transaction<Tables>, effect: Effect): Promise<void>
}

type Circumstances = {
  person: Person
  actionId: string
  actionRequest?: ActionRequest | null
  ticket?: string | null
  shownVersion?: number | null
  acknowledges?: string | null
  undoes?: string | null
  sendsAgain?: string | null
  /** A manager has approved it, or is about to be asked, with everything it brings. */
  approved?: boolean
  /** When what is approved was asked for: a renewal by now that was none then is nothing that anybody asked for. */
  approvedAsOf?: Date
  renewalConfirmed?: boolean
  part?: Part
  proposal?: Pressed
}

/**
 * The only place that turns what somebody asked for into what is sent, be it a request, an undo, a repeat or an approval, so that the same
 * rules hold for all of them. The same input gives the same call, which is why the input is what is kept.
 */
export async function commandCall(
  { operation, rules }: RuledCommand,
  requested: CommandRequest,
  { person, actionId, part, approved = false, approvedAsOf, renewalConfirmed = false, ...rest }: Circumstances,
): Promise<CommandCall> {
  requireMerchant(person, requested.merchant)
  const merchant = merchantByCode(requested.merchant)
  const params = checked(operation.params, requested.params) as Record<string, string>
  const read = checked(operation.body, requested.body)
  const sending = { operation, rules, merchant, body: read }
  if (!approved && !part) await requireNoApproval({ ...sending, person })
  const now = new Date()
  const confirmed = approved ? mustWait(sending, (approvedAsOf ?? now).getTime()) !== null : renewalConfirmed
  const body = await completed(sending, { renewalConfirmed: confirmed, actionId, now })
  const buyerId = buyerNamed({ params, body: read }) ?? requested.buyerId ?? (await orderedBy(sending))
  const address = await buyerAddress(merchant, buyerId ?? undefined, requested.buyerAddress ?? null)
  const headers = onlyDeclared(operation, requested.headers ?? {})
  const made = {
    operation,
    rules,
    person,
    merchant,
    params,
    body,
    address,
    actionId,
    buyerId,
    approved,
    renewalConfirmed: confirmed,
  }
  const again = { ...requested, operation: operation.name, params, body: read, headers, buyerId }
  return { ...made, headers: asSent(headers, merchant), requested: again, ...nothingMore, ...rest, part: part ?? null }
}

const nothingMore = {
  actionRequest: null,
  ticket: null,
  shownVersion: null,
  acknowledges: null,
  undoes: null,
  sendsAgain: null,
  approval: null,
  part: null,
  proposal: null,
  signing: null,
}

/** An undo is another operation, which may not declare the headers of the one it undoes. */
const onlyDeclared = (operation: Operation, headers: DeclaredHeaders): DeclaredHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => operation.headers?.includes(name)))
