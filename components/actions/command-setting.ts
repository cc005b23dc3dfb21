import type { CommandRule } from '@/lib/commands/client/use-verb-form'
import type { VerbName } from '@/lib/commands/verb-words'
import { type Verb, type VerbContext, verbNamed } from '@/lib/commands/verbs'
import { daysAfter } from '@/lib/core/dates'
import type { FormDay } from '@/lib/operations/declare/command-words'
import { arrivalDay, serviceDay } from '@/lib/operations/effects/renews-on'
import type { ActionsContext, Target } from './opening'

export type CommandSetting = {
  verb: Verb
  params: Record<string, string>
  context: VerbContext
  draftKey: string
  rule: CommandRule
  day: FormDay
}

/** What a verb on a thing comes down to: the ids of its path, the part of its body nobody types, the rules that need the account's day. */
export function commandSetting(name: VerbName, target: Target, { merchant, buyer }: ActionsContext, at?: number): CommandSetting {
  const now = at ?? Date.now()
  const verb = verbNamed(name)
  const clock = { zone: merchant.timeZone }
  const today = serviceDay(now, clock)
  return {
    verb,
    params: { buyerId: buyer.id, ...(target.kind === 'subscription' && { subscriptionId: target.id }) },
    context: { tokenId: target.kind === 'token' ? Number(target.id) : null, today },
    // Two verbs of one operation have forms of their own; a token's number is unique for a buyer only.
    draftKey: `${verb.operation.name}:${target.kind}:${target.kind === 'token' ? `${buyer.id}.${target.id}` : target.id}:${name}`,
    // A form may stay open over midnight.
    rule: (values) => verb.rule?.(values, at ?? Date.now(), clock) ?? {},
    day: { today, tomorrow: daysAfter(arrivalDay(now, clock), 1), zone: clock.zone },
  }
}
