import 'server-only'
import type { Action } from '@/lib/commands/action'
import { isObject } from '@/lib/core/json'
import { masked, maskTyped } from '@/lib/core/masking'
import { formatAmount } from '@/lib/core/money'
import { may, type Role } from '@/lib/core/roles'
import type { Charge, Order } from '@/lib/operations/schemas/charge-history'
import type { Refund } from '@/lib/refunds/refund'
import { describeRefundStep, refundStepNote, stepsOf } from '@/lib/refunds/refund-step-words'
import type { Revealable } from '@/lib/reveal/reveal'
import type { EvidenceLevel } from '../evidence'

/** What a pack for a bank shows in clear of a buyer; on the screen each has to be revealed. The first digits of a card only to roles that may see them. */
export const clearForBank = (role: Role): Revealable[] => [
  ...(['email', 'name', 'address', 'ipAddress'] as const),
  ...(may(role, 'revealCard') ? (['card'] as const) : []),
]

/** The order without the first digits of cards, for people whose role may not see them. */
export const withoutBin = (order: Order): Order => ({
  ...order,
  charges: order.charges.map(({ paymentMethod, ...charge }) => ({
    ...charge,
    paymentMethod: paymentMethod?.data ? { ...paymentMethod, data: { ...paymentMethod.data, bin: null } } : paymentMethod,
  })),
})

/** An order as the readers of a level may see it (docs/evidence.md). Never the number of an identity paper, the mark of a card or a risk. */
export function orderAtLevel(order: Order, level: EvidenceLevel): object {
  const { metaData: _, charges, ...rest } = order
  if (level === 'bank') return { ...rest, charges: charges.map(forBank) }
  const { subbrand, ...ordered } = masked(rest)
  const seen = masked(charges)
  return level === 'internal' ? { ...ordered, subbrand, charges: seen } : { ...ordered, charges: seen.map(forCustomer) }
}

function forBank({ billingInfo, paymentMethod, ...charge }: Charge): object {
  const { fingerprint: _, personalIdValue: __, personalIdType: ___, ...billing } = billingInfo ?? {}
  const { riskSegments: ____, ...data } = paymentMethod?.data ?? {}
  return {
    ...charge,
    billingInfo: billingInfo && billing,
    paymentMethod: paymentMethod && { type: paymentMethod.type, data: paymentMethod.data && data },
  }
}

function forCustomer({ chargeId, createdAt, status, amount, has3ds, descriptor, paymentMethod, billingInfo }: Charge): object {
  const { brand, lastFourDigits } = paymentMethod?.data ?? {}
  const method = paymentMethod && { type: paymentMethod.type, brand: brand ?? null, lastFourDigits: lastFourDigits ?? null }
  return { chargeId, createdAt, status, amount, has3ds, descriptor, paymentMethod: method, country: billingInfo?.country ?? null }
}

/** What staff did, as the readers of a level may see it; times are ISO 8601 in UTC. Values in it are masked on every level. */
export type ActionLine = {
  at: string
  what: string
  outcome: string
  reason: string | null
  ticket: string | null
  person: string | null
}

/** What staff did on a buyer: commands, and each step of a refund, of whichever order. */
export type StaffActions = { actions: readonly Action[]; refunds: readonly Refund[] }

/** Newest first. */
export function actionsAtLevel({ actions, refunds }: StaffActions, level: EvidenceLevel): ActionLine[] {
  const commands = actions.map(
    ({ at, words, state, settledAs, request, ticket, person }): ActionLine => ({
      at,
      what: words,
      outcome: settledAs ?? state,
      ticket,
      person,
      reason: isObject(request.body) && typeof request.body.reason === 'string' ? request.body.reason : null,
    }),
  )
  const steps = stepsOf(refunds).map(
    ({ refund, step }): ActionLine => ({
      at: step.at,
      what: `${describeRefundStep(step)}: ${formatAmount(refund.amount)} ${refund.currency} of order ${refund.charge.orderId}`,
      outcome: step.kind === 'done' ? 'done' : 'recorded',
      ticket: refund.ticket,
      person: step.person,
      reason: maskTyped(refundStepNote(step) ?? '') || null,
    }),
  )
  const lines = [...commands, ...steps].toSorted((a, b) => b.at.localeCompare(a.at))
  if (level === 'internal') return lines
  if (level === 'bank') return lines.map((line) => ({ ...line, person: null }))
  const happened = lines.filter(({ outcome }) => outcome === 'done' || outcome === 'happened')
  return happened.map(({ at, what, outcome }) => ({ at, what, outcome, reason: null, ticket: null, person: null }))
}
