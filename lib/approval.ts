import type { Effect } from './operations/effects/effect'

/** When a command of an agent waits for a manager. `threshold` is days or percent, as the condition says. */
export const approvalConditions = {
  always: 'always',
  laterByDays: 'a new end date later by more days than',
  discountOver: 'a discount over, in percent,',
} as const

export type ApprovalCondition = keyof typeof approvalConditions

/** The conditions that can ever hold for a command: the others look at what its body does not have. */
export function conditionsFor(operation: string): ApprovalCondition[] {
  if (operation === 'changeExpirationDate') return ['always', 'laterByDays']
  return operation === 'createInitialOrder' ? ['always', 'discountOver'] : ['always']
}

export type ApprovalRule = { id: string; operation: string; condition: ApprovalCondition; threshold: number | null }

/** A rule as a sentence. The days are counted from today, as the server counts them. */
export function ruleWords({ condition, threshold }: ApprovalRule, command: string): string {
  switch (condition) {
    case 'laterByDays':
      return `${command}: a new end date more than ${threshold ?? 0} days from now waits for a manager`
    case 'discountOver':
      return `${command}: a discount over ${threshold ?? 0} % waits for a manager`
    default:
      return `${command}: always waits for a manager`
  }
}

export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'voided' | 'expired'

/** A command that waits, or waited, for a manager. Times are ISO in UTC; the request is masked. */
export type Approval = {
  id: string
  state: ApprovalState
  operation: string
  words: string
  merchant: string
  buyerId: string | null
  person: string
  mine: boolean
  ticket: string | null
  request: { params: Record<string, string>; body: unknown }
  actionId: string
  askedAt: string
  expiresAt: string
  decidedAt: string | null
  decidedBy: string | null
  note: string | null
}

/** An approval with what it would do now, and whether the facts are still those it was asked on. */
export type ApprovalInDetail = { approval: Approval; effect: Effect; effectHash: string; factsChanged: boolean }
