import type { Evidence, RefundStep } from './evidence'

/** What needs a second person had one, once, and no more money was promised than had come. */
export function withoutSecondPerson(evidence: Evidence): string[] {
  return [...approvals(evidence), ...renewals(evidence), ...heldBack(evidence), ...refunds(evidence)]
}

const marginMs = 59_000

/** An end date of the day on which it leaves charges the buyer, a minute before midnight as well: somebody who may has said so. */
function renewals({ deliveries, reported, approvals }: Evidence): string[] {
  const approved = new Set(approvals.flatMap(({ actionId, state }) => (state === 'approved' ? [actionId] : [])))
  const confirmed = new Set(
    reported.flatMap(({ actionId, asked }) => (asked.confirmed && !asked.email.includes('agent') ? [actionId] : [])),
  )
  return deliveries.flatMap(({ operation, body, at, actionId }) => {
    const today = new Date(at + marginMs).toISOString().slice(0, 10) // the merchant accounts' zone is UTC
    if (operation !== 'changeExpirationDate' || actionId === null || String(body.expirationDate) > today) return []
    if (approved.has(actionId) || confirmed.has(actionId)) return []
    return [`A renewal is confirmed, and approved where an agent asks: ${actionId} left with ${body.expirationDate}`]
  })
}

/** In the order of the journal: while a rule holds for every case, no agent begins that command without an approval. */
function heldBack({ entries, actions, reported }: Evidence): string[] {
  const operations = new Map(actions.map(({ actionId, operation }) => [actionId, operation]))
  const byAgents = new Set(
    reported.flatMap(({ actionId, asked: { way, email } }) => (way === 'act' && email.includes('agent') ? [actionId] : [])),
  )
  const rules = new Map<string, string>()
  return entries.flatMap(({ kind, actionId, rule }) => {
    if (rule?.added?.condition === 'always') rules.set(rule.added.id, rule.added.operation)
    if (rule?.removed) rules.delete(rule.removed.id)
    if (kind !== 'intent' || actionId === null || !byAgents.has(actionId)) return []
    const isHeld = [...rules.values()].some((operation) => operation === operations.get(actionId))
    return isHeld ? [`What may not be sent is not sent: ${actionId} was begun while a rule held it back`] : []
  })
}

function approvals({ approvals, actions, entries, reported }: Evidence): string[] {
  const begun = new Set(actions.map(({ actionId }) => actionId))
  const decisions = entries.filter(({ kind }) => ['approved', 'declined', 'voided'].includes(kind))
  const approved = new Set(reported.filter(({ asked }) => asked.way === 'approval').map(({ asked }) => asked.of))
  return approvals.flatMap(({ id, actionId, state, askedBy, decidedBy }) => {
    const decided = decisions.filter((entry) => entry.actionId === actionId).length
    const isDecided = state !== 'waiting'
    return [
      ...(begun.has(actionId) !== (state === 'approved')
        ? [
            `An approval is used up exactly when its action is begun: ${id} is ${state}, its action ${begun.has(actionId) ? 'was' : 'was not'} begun`,
          ]
        : []),
      ...(isDecided && decidedBy === askedBy ? [`Nobody approves their own request: ${askedBy} decided on ${id}`] : []),
      ...(decided !== (isDecided ? 1 : 0) ? [`A request is decided on once: ${id} is ${state} by ${decided} entries`] : []),
      ...(state === 'approved' && !approved.has(id) ? [`A request is approved by a person: nobody approved ${id}`] : []),
    ]
  })
}

const next: Record<RefundStep['kind'], readonly RefundStep['kind'][]> = {
  asked: ['approved', 'refused'],
  approved: ['batched', 'done', 'failed', 'reopened'],
  reopened: ['approved', 'refused'],
  batched: ['done', 'failed'],
  failed: ['approved', 'refused'],
  refused: ['reopened'],
  done: [],
}

function refunds({ refunds, steps, charges }: Evidence): string[] {
  const promised = new Map<string, bigint>()
  for (const { chargeId, amount, state } of refunds)
    if (state !== 'refused') promised.set(chargeId, (promised.get(chargeId) ?? 0n) + millionths(amount))
  const tooMuch = [...promised]
    .filter(([chargeId, sum]) => sum > millionths(charges.get(chargeId) ?? '0'))
    .map(([chargeId]) => `No more is given back than was received: of ${chargeId} more is asked for`)
  const asker = new Map(refunds.map(({ id, askedBy }) => [id, askedBy]))
  const wrong = steps.flatMap((step, index) => {
    const before = steps.slice(0, index).findLast(({ refundId }) => refundId === step.refundId)
    const own = ['approved', 'refused', 'reopened', 'done', 'failed'].includes(step.kind) && asker.get(step.refundId) === step.by
    return [
      ...(own ? [`Nobody decides on their own refund: ${step.by} marked ${step.refundId} ${step.kind}`] : []),
      ...(before && !next[before.kind]?.includes(step.kind)
        ? [`A refund goes one way: ${step.refundId} was ${step.kind} after ${before.kind}`]
        : []),
    ]
  })
  return [...tooMuch, ...wrong]
}

/** Exact, and not by the product's own arithmetic. */
function millionths(amount: string): bigint {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6))
}
