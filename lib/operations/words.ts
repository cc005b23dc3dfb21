import { isObject } from '@/lib/core/json'
import { changeAutochargeStatus } from './change-autocharge-status/words'
import { changeBuyerEmail } from './change-buyer-email/words'
import { changeExpirationDate } from './change-expiration-date/words'
import { createBuyer } from './create-buyer/words'
import { createInitialOrder } from './create-initial-order/words'
import type { CommandWords, SentAt } from './declare/command-words'
import type { BodyOf } from './declare/operation'
import { disableToken } from './disable-token/words'
import { downgradeSubscription } from './downgrade-subscription/words'
import { enableToken } from './enable-token/words'
import type { CommandName, Commands } from './index'

/** What people read about each command. The browser loads it with the first dialog, so it brings neither schemas nor rules along. */
export const words = {
  createBuyer,
  disableToken,
  enableToken,
  createInitialOrder,
  changeAutochargeStatus,
  changeExpirationDate,
  downgradeSubscription,
  changeBuyerEmail,
} satisfies { [N in CommandName]: CommandWords<BodyOf<Commands[N]>> }

type Words = typeof words
export type VerbName = { [N in CommandName]: keyof Words[N]['verbs'] }[CommandName]
type VerbsOf<N extends CommandName> = Words[N]['verbs'][keyof Words[N]['verbs']]
type FieldOf<Verb> = Verb extends { fields: readonly (infer Field)[] } ? Field : never
/** What a person can type for a command. */
export type CommandField = FieldOf<{ [N in CommandName]: VerbsOf<N> }[CommandName]>
/** The commands that take a reason. */
export type ReasonedCommand = { [N in CommandName]: Words[N]['reasons'] extends null ? never : N }[CommandName]

/** The words of whichever command. */
export type AnyWords = CommandWords<Record<string, unknown>>

const byName: Readonly<Record<string, AnyWords>> = words

/** The words of a command by its name, or null where there is none: a journal may name what another version knew. */
export const wordsNamed = (name: string): AnyWords | null => (Object.hasOwn(byName, name) ? (byName[name] ?? null) : null)

export const allWords = Object.entries(byName)

/** What people call a command; the more exact name where its request, and when it was sent, are known. */
export function describeCommand(operation: string, request?: { body?: unknown }, sent: SentAt | null = null): string {
  const found = wordsNamed(operation)
  if (found === null) return operation
  const body = isObject(request?.body) ? request.body : {}
  return found.nameOf?.(body, sent) ?? found.name
}
