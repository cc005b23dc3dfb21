import type { CommandRule } from '@/lib/client/commands/command-resolver'
import { dayWords, inZone } from '@/lib/dates'
import type { VerbName } from '@/lib/verb-words'
import { type Verb, type VerbContext, verbNamed } from '@/lib/verbs'
import type { ActionsDesk, Target } from './opening'

export type CommandSetting = {
  verb: Verb
  params: Record<string, string>
  context: VerbContext
  draftKey: string
  rule: CommandRule
  tomorrow: string
}

const dayMs = 86_400_000

/** What a verb on a thing comes down to: the ids of its path, the part of its body nobody types, the rules that need the account's day. */
export function commandSetting(
  name: VerbName,
  target: Target,
  { merchant, buyer }: ActionsDesk,
  now = Date.now(),
): CommandSetting {
  const verb = verbNamed(name)
  const today = inZone(now, merchant.timeZone).day
  const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  return {
    verb,
    params: { buyerId: buyer.id, ...(target.kind === 'subscription' && { subscriptionId: target.id }) },
    context: { tokenId: target.kind === 'token' ? Number(target.id) : null, today },
    // Two verbs of one operation have forms of their own; a token's number is unique for a buyer only.
    draftKey: `${verb.operation.name}:${target.kind}:${target.kind === 'token' ? `${buyer.id}.${target.id}` : target.id}:${name}`,
    rule: name === 'changeEndDate' ? afterToday(today, merchant.timeZone) : noRule,
    tomorrow,
  }
}

const noRule: CommandRule = () => ({})

/** Today renews and charges, so this form does not offer it (service-interface, Subscription expiration). */
const afterToday =
  (today: string, zone: string): CommandRule =>
  ({ expirationDate }) =>
    expirationDate && expirationDate <= today
      ? {
          expirationDate: `Give a day after today, ${dayWords(today)} in ${zone}`,
        }
      : {}
