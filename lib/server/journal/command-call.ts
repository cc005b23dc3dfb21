import 'server-only'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import { problem } from '@/lib/problem'
import { checked, merchantByCode } from '../admission'
import type { CommandCall } from '../admit'
import { requireMerchant } from '../auth/merchant-rights'
import type { Person } from '../auth/sessions'
import { completed } from '../completed'
import { buyerAddress } from '../service/buyer-address'
import { requireNoApproval } from './approval-rules'

/** A command by its name. Throws `notFound` for anything else. */
export function commandNamed(name: string): Operation<'command'> {
  const found = (operations as Record<string, Operation>)[name]
  if (found?.kind !== 'command') throw problem('notFound', `There is no command ${name}.`)
  return found as Operation<'command'>
}

export type Wanted = {
  operation: string
  merchant: string
  params: Record<string, string>
  body: unknown
  /** Typed by a person, where none is known. */
  buyerAddress?: string | null | undefined
}

type Circumstances = {
  person: Person
  actionId: string
  ticket?: string | null
  shownVersion?: number | null
  acknowledges?: string | null
  undoes?: string | null
  /** A manager has approved it, with everything it brings. */
  approved?: boolean
}

/** A command that no request of its own brings: an undo, a repeat, an approved one. It passes the same rules as any other. */
export async function commandCall(
  wanted: Wanted,
  { person, actionId, approved = false, ...rest }: Circumstances,
): Promise<CommandCall> {
  const operation = commandNamed(wanted.operation)
  requireMerchant(person, wanted.merchant)
  const merchant = merchantByCode(wanted.merchant)
  const params = checked(operation.params, wanted.params) as Record<string, string>
  const read = checked(operation.body, wanted.body)
  if (!approved) await requireNoApproval({ operation, merchant, person, body: read })
  const body = await completed(operation, read, { merchant, renewalConfirmed: approved, actionId })
  const address = await buyerAddress(merchant, params.buyerId, wanted.buyerAddress ?? null)
  const nothing = { ticket: null, shownVersion: null, acknowledges: null, undoes: null }
  return { operation, person, merchant, params, body, address, headers: {}, actionId, ...nothing, ...rest }
}
