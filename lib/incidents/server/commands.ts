import 'server-only'
import type { ListRead } from '@/lib/commands/server/look-first'
import { dayIn, daysAfter, daysBetween, formatDay, momentOf } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { invalid } from '@/lib/core/problem'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { serviceDay } from '@/lib/operations/effects/renews-on'
import { factIn } from '@/lib/operations/effects/rows'
import { undoCommand } from '@/lib/operations/predict'
import { listSubscriptions, listTokens } from '@/lib/operations/queries'
import { ruledCommand } from '@/lib/operations/rules'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { serviceClock } from '@/lib/service/account-state'
import { type IncidentCommand, takesDay, verbOf } from '../command'

/** What is sent for a row. */
export type Sent = { operation: string; params: Record<string, string>; body: Record<string, unknown> }
export type RowTarget = { target: string; buyerId: string }

export const idOfTarget = (target: string): string => target.slice(target.indexOf(':') + 1)
export const ofTokens = (command: IncidentCommand): boolean => verbOf(command).of === 'token'
export const readOf = (command: IncidentCommand): ListRead => (ofTokens(command) ? listTokens : listSubscriptions)

/** So many days ahead an end date must be when it's planned, and when it's sent: then no zone and no midnight makes it today's. */
export const planAhead = 3
export const sendAhead = 2

/** Whether an end date is fewer days ahead of the service's day than it must be. */
export const isTooNear = (day: string, merchant: string, least: number, now = Date.now()): boolean =>
  daysBetween(latestDay(merchant, now), day) < least

/** The day of the later clock: a service whose answers are told late, as by a cache before it, isn't behind by that. */
function latestDay(merchant: string, now: number): string {
  const clock = serviceClock(merchantByCode(merchant))
  return serviceDay(now, { ...clock, ahead: Math.max(0, clock.ahead ?? 0) })
}

/** Throws `invalid` (`too_near`) for a fixed day that is too near to be planned. */
export function requireFarEnough(command: IncidentCommand, merchant: string, now = Date.now()): void {
  if (command.day === undefined || !isTooNear(command.day, merchant, planAhead, now)) return
  const first = daysAfter(latestDay(merchant, now), planAhead)
  throw invalid([{ field: 'command.day', title: `Choose ${formatDay(first)} or later` }], { code: 'too_near' })
}

type Situated = { known: KnownThing; now: Date; zone: string; ahead?: number | undefined }

/** What is sent for a row, from what is known of its target. Null where something it's computed from isn't known. */
export function sentFor(
  command: IncidentCommand,
  { target, buyerId }: RowTarget,
  reason: string,
  { known, zone }: Situated,
): Sent | null {
  const { operation, of, takesReason, given } = verbOf(command)
  const id = idOfTarget(target)
  const end = momentOf(factIn(known, 'endDate'))
  const moved = command.days === undefined || end === null ? null : daysAfter(dayIn(end, zone), command.days)
  const expirationDate = command.day ?? moved
  if (takesDay(command) && expirationDate === null) return null
  const params: Record<string, string> = of === 'token' ? { buyerId } : { buyerId, subscriptionId: id }
  const body = {
    ...given({ tokenId: of === 'token' ? Number(id) : null, today: '' }),
    ...(takesDay(command) ? { expirationDate } : null),
    ...(takesReason ? { reason } : null),
  }
  return { operation, params, body }
}

/** The command that takes a row back, by the same rule as the undo of a single action; or why there is none. */
export function takingBack(
  sent: Sent,
  before: KnownThing,
  { now, zone, ahead }: Omit<Situated, 'known'>,
): Sent | { why: string } {
  const command = ruledCommand(sent.operation)
  if (!command) return { why: 'This version of Counterfoil doesn’t have this command.' }
  const back = undoCommand(command.rules, sent, before, now, zone, ahead)
  return back.command === null
    ? { why: back.why }
    : { ...back.command, body: isObject(back.command.body) ? back.command.body : {} }
}

/** The end date that is sent; null where none is. */
export const daySent = ({ body }: Pick<Sent, 'body'>): string | null =>
  typeof body.expirationDate === 'string' ? body.expirationDate : null
