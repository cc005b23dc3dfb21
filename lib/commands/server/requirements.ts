import 'server-only'
import type { Transaction } from 'kysely'
import { daysBetween } from '@/lib/core/dates'
import { invalid, problem } from '@/lib/core/problem'
import { may, roleFor } from '@/lib/core/roles'
import type { SignedAct } from '@/lib/core/signed-acts'
import { type Database, database } from '@/lib/database/open'
import { prepared } from '@/lib/database/prepared'
import type { Tables } from '@/lib/database/schema'
import { knownEmail } from '@/lib/knowledge/server/signing-buyer'
import type { RuledCommand, Wrong } from '@/lib/operations/declare/command-rules'
import { earliestDay } from '@/lib/operations/effects/renews-on'
import type { Person } from '@/lib/people/server/sessions'
import { env } from '@/lib/platform/env'
import type { Merchant } from '@/lib/platform/merchants'
import { serviceClock } from '@/lib/service/account-state'
import type { ApprovalCondition } from '../approval'
import type { CommandCall } from './command-call'

// What a command must meet before it is sent: the rules of its own that a schema cannot know, and those by which it waits for a manager.

/** A command whose body has passed its schema, on its way to a merchant account. */
export type Sending = RuledCommand & { merchant: Merchant; body?: unknown }

type RequirementContext = { renewalConfirmed: boolean; now?: Date }

/** The body as it will be sent, once its own rules hold, by the merchant account, its day and the configuration. Throws a ServiceProblem. */
export async function completed(sending: Sending, about: RequirementContext & { actionId: string }): Promise<unknown> {
  requireNotRefused({ ...sending, ...about })
  const whole = await wholeBody(sending, about.actionId)
  if ('wrong' in whole) throw refusal(whole.wrong)
  return whole.body
}

/** The body as it's sent under an action id, whatever the day is, or why there is none. */
export const wholeBody = ({ rules, merchant, body }: Sending, actionId: string) =>
  rules.completes(body, {
    merchant,
    actionId,
    returnUrlHosts: env().RETURN_URL_HOSTS,
    emailOf: (buyerId) => knownEmail(merchant.code, buyerId),
  })

/** Why a command that is sent at a moment waits for a manager, whatever an admin has set: it renews a subscription, and so charges. */
export const mustWait = ({ rules, merchant, body }: Sending, now: number): string | null =>
  rules.mustWait(body ?? {}, { now, clock: serviceClock(merchant) })

/** Whether a command would be signed by whoever sends it or approves it: it renews, and so charges. */
export const isSignedCommand = (sending: Sending, now = Date.now()): boolean =>
  env().SIGNED_ACTS.includes('renew-now') && mustWait(sending, now) !== null

/** What of a command its person signs; null where nothing is. The signed approval of an incident stands for each of its rows. */
export function signedAs(call: CommandCall): SignedAct | null {
  if (call.part) return null
  if (isSignedCommand(call)) return 'renew-now'
  return call.proposal && env().SIGNED_ACTS.includes('press-proposal') ? 'press-proposal' : null
}

/** Throws `invalid` for a day that is over at the service, and for one that renews and was not confirmed. */
export function requireNotRefused({
  rules,
  merchant,
  body,
  renewalConfirmed,
  now = new Date(),
}: Sending & RequirementContext): void {
  const wrong = rules.refuses(body, { now: now.getTime(), clock: serviceClock(merchant), renewalConfirmed })
  if (wrong !== null) throw refusal(wrong)
}

function refusal({ fields, code, detail }: Wrong): Error {
  return detail === undefined ? invalid(fields) : problem('invalid', detail, code === undefined ? { fields } : { code, fields })
}

type Store = Database | Transaction<Tables>

export type SendingBy = Sending & { person: Person }

/** Throws `forbidden` with the code `approval_required` where a manager must approve what this person wants. */
export async function requireNoApproval(command: SendingBy, now = new Date(), store?: Store): Promise<void> {
  if (may(command.person.role, 'renewWithoutApproval')) return
  const why = mustWait(command, now.getTime()) ?? (await ruleThatHolds(command, now, store))
  if (why === null) return
  throw problem('forbidden', `${why}. Somebody with the ${roleFor('approve')} role must approve it.`, {
    code: 'approval_required',
  })
}

/**
 * Checks once more, in the transaction that writes the intent and after the target is locked: the command may have waited past midnight, or
 * an admin may have added a rule. Throws what it would be refused with now.
 */
export async function requireStillAllowed(tx: Transaction<Tables>, call: CommandCall, now = new Date()): Promise<void> {
  // The approval of an incident, which its part has just looked at, stands for the one that a rule would ask of a row.
  if (!call.approved && !call.part) await requireNoApproval(call, now, tx)
  requireNotRefused({ ...call, now })
}

async function ruleThatHolds(command: SendingBy, now: Date, store?: Store): Promise<string | null> {
  const { rows } = await rulesOf(store ?? (await database()), { operation: command.operation.name })
  const rule = rows.find(({ condition, threshold }) => holds[condition as ApprovalCondition]?.(command, threshold ?? 0, now))
  return rule ? 'An admin requires a second person for this action' : null
}

const rulesOf = prepared((store, { operation }: { operation: string }) =>
  store.selectFrom('approval_rules').select(['condition', 'threshold']).where('operation', '=', operation),
)

const holds: Record<ApprovalCondition, (command: SendingBy, threshold: number, now: Date) => boolean> = {
  always: () => true,
  laterByDays: ({ body, merchant }, threshold, now) => {
    const { expirationDate } = body as { expirationDate?: string }
    const clock = serviceClock(merchant)
    return expirationDate !== undefined && daysBetween(earliestDay(now.getTime(), clock), expirationDate) > threshold
  },
  discountOver: ({ body }, threshold) => ((body as { discount?: number | null }).discount ?? 0) > threshold,
}
