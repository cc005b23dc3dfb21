import 'server-only'
import * as z from 'zod/mini'
import type { Operation } from '@/lib/operations/operation'
import { line, uuid, wholeText } from '@/lib/operations/schemas/scalars'
import { problem } from '@/lib/problem'
import { checked, merchantFor, readJson, requireOwnOrigin, searchIn } from './admission'
import { requirePerson, requireRight } from './auth/person'
import type { Call } from './call'
import { completed } from './completed'
import { requireNoApproval } from './journal/approval-rules'
import { noteBuyer } from './limits/note-buyer'
import type { Merchant } from './merchants'
import { buyerAddress } from './service/buyer-address'

export type CommandCall = Call<Operation<'command'>> & {
  /** Made by the caller once per intent; a repeat is answered with the first outcome. */
  actionId: string
  ticket: string | null
  /** The buyer's known version that the person looked at. */
  shownVersion: number | null
  /** The unsettled action on the same target that the person has been told of. */
  acknowledges: string | null
  /** The action that this one takes back. */
  undoes: string | null
}

/**
 * Lets a request in, or throws a ServiceProblem before anything leaves: session, origin, right, ids, query, size and form of the body,
 * schema, merchant account, the caller's headers, approval, the rules that need the account, the buyer's address. In this order.
 */
export async function admit(operation: Operation, request: Request, given: Record<string, string>): Promise<Call | CommandCall> {
  const person = await requirePerson(request)
  requireOwnOrigin(request)
  requireRight(person, operation.right)
  const params = idsIn(operation, given)
  const search = checked(operation.search ?? z.strictObject({}), searchIn(request)) as Record<string, unknown>
  const body = operation.method === 'GET' ? undefined : checked(operation.body, await readJson(request))
  const merchant = merchantFor(request, person)
  if (operation.kind === 'query' && params.buyerId !== undefined) await noteBuyer(person, merchant.code, params.buyerId)
  const base = { operation, person, merchant, params, search, headers: extraHeaders(operation, request, merchant) }
  const command = operation.kind === 'command' ? commandHeaders(request) : { left: request.signal }
  await requireNoApproval({ operation, merchant, person, body })
  const complete = await completed(operation, body, {
    merchant,
    actionId: 'actionId' in command ? command.actionId : '',
    renewalConfirmed: request.headers.get('x-confirmed-renewal') === 'yes',
  })
  const address = await buyerAddress(merchant, params.buyerId, request.headers.get('x-buyer-ip'))
  return { ...base, ...command, body: complete, address }
}

/** An id that is not one names nothing, so it is not found, and it never leaves the dashboard. Next has decoded the segments, once. */
function idsIn(operation: Operation, given: Record<string, string>): Record<string, string> {
  const read = operation.params.safeParse(given)
  if (read.success) return read.data as Record<string, string>
  throw problem('notFound', 'There is nothing at this address: the id is not one.', { status: 400, code: 'not_an_id' })
}

/** Headers that the operation declares, under the name the merchant account's service uses (service-facts D4). */
function extraHeaders(operation: Operation, request: Request, merchant: Merchant): Record<string, string> {
  const given = (operation.headers ?? []).flatMap((name) => {
    const value = request.headers.get(name)
    return value === null || value === ''
      ? []
      : [[name === 'x-analytics-client-id' ? merchant.analyticsHeader : name, checkedHeader(name, value)]]
  })
  return Object.fromEntries(given)
}

const plainHeader = z.string().check(z.regex(/^[\x20-\x7e]{1,128}$/, 'Give at most 128 visible ASCII characters'))
const checkedHeader = (name: string, value: string): string =>
  checked(z.object({ [name]: plainHeader }), { [name]: value })[name] ?? ''

const ownHeaders = z.object({
  'x-action-id': uuid,
  'x-ticket': z.nullable(line(64)),
  'x-shown-version': z.nullable(wholeText('Give the x-known-version that was shown')),
  'x-acknowledged-action': z.nullable(uuid),
  'x-undoes': z.nullable(uuid),
})

function commandHeaders({ headers }: Request) {
  const given = Object.fromEntries(Object.keys(ownHeaders.shape).map((name) => [name, headers.get(name)]))
  const read = checked(ownHeaders, given)
  return {
    actionId: read['x-action-id'],
    ticket: read['x-ticket'],
    shownVersion: read['x-shown-version'],
    acknowledges: read['x-acknowledged-action'],
    undoes: read['x-undoes'],
  }
}
