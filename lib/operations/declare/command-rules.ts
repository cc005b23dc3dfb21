import { iso } from '@/lib/core/dates'
import type { ProblemField } from '@/lib/core/problem'
import type { Effect, Input, KnownThing, Situation } from '../effects/effect'
import type { Fact } from '../effects/facts'
import type { ServiceClock } from '../effects/renews-on'
import type { AnswerOf, BodyOf, Operation } from './operation'

export type Predicted = Pick<Effect, 'rows' | 'later' | 'warnings'>

export type Command = { operation: string; params: Record<string, string>; body: unknown }

/** The command that undoes another, what people call it and until when it may be sent (ISO), or why there is none. */
export type UndoPlan =
  | { command: Command; verb: string; until: string | null; note: string | null }
  | { command: null; why: string }

export type RulesInput<Body> = Input & { body: Partial<Body> }

/** When something is looked at, in milliseconds, and by which clock the service counts its days. */
export type Moment = { now: number; clock: ServiceClock }

/** Why a body may not be sent; where `detail` is told it stands for the whole request. */
export type Wrong = { fields: ProblemField[]; code?: string; detail?: string }
export type Completed = { body: unknown } | { wrong: Wrong }

/** What completing a body may ask: settings as values, and what costs a read as a function. */
export type CompletionContext = {
  merchant: { code: string }
  actionId: string
  returnUrlHosts: readonly string[]
  emailOf: (buyerId: string) => Promise<string | null>
}

/** What was learnt of a buyer from a command that was done; null where it names no buyer. */
export type Learnt = { buyerId: string | null; facts: Fact[] }

/** What an event of the service tells, as far as it may be about a command. A day is the service's; null where it isn't told. */
export type EventDetails = {
  action: string
  email: string | null
  autocharge: boolean | null
  endDay: string | null
  /** The action whose id the order bears. */
  orderOf: string | null
}

/** The read that shows whether it was applied. */
export type CheckingRead = 'listSubscriptions' | 'listTokens' | 'findBuyerByEmail' | 'getChargeHistory'

/** What is decided about a command. Nothing is optional: what a command does not have is said. They read nothing and throw nothing. */
export type CommandRules<O extends Operation<'command'>> = {
  predict(input: RulesInput<BodyOf<O>>, situation: Situation): Predicted
  /** The command that takes it back to what was known before, or why there is none at this moment. */
  undo(input: RulesInput<BodyOf<O>>, before: KnownThing, at: Moment): UndoPlan
  /** What its day, or a missing confirmation, stands against: asked when it is wanted, and again where its intent is written. */
  refuses(body: BodyOf<O>, at: Moment & { renewalConfirmed: boolean }): Wrong | null
  /** The body as it will be sent, once the rules hold that a schema cannot know. */
  completes(body: BodyOf<O>, about: CompletionContext): Completed | Promise<Completed>
  /** Why it waits for a manager, whatever an admin has set; null where it need not. */
  mustWait(body: Partial<BodyOf<O>>, at: Moment): string | null
  /** Why one that was sent at a moment, and never answered, must not be sent again; null where a person may. */
  neverAgain(body: BodyOf<O>, sent: Moment): string | null
  learns(answer: AnswerOf<O>, sent: { params: Record<string, string>; body: BodyOf<O> }): Learnt
  check: CheckingRead
  /** The events that the service posts whenever it was done; none where it may post none, or not at once. */
  heardAs: readonly string[]
  /** Whether an event tells that it was done. It proves nothing by itself, and tells nothing of what the buyer or a timer did. */
  provenBy(event: EventDetails, sent: { actionId: string; body: BodyOf<O> }): boolean
}

/** The rules of whichever command. */
export type AnyRules = CommandRules<Operation<'command'>>

/** A command with what is decided about it. */
export type RuledCommand = { operation: Operation<'command'>; rules: AnyRules }

/** For a command whose body is sent as it was given. */
export const asGiven = (body: unknown): Completed => ({ body })

/** For a command to which a rule never applies. */
export const never = () => null

/** For a command of which the service tells by no event, or by none that is about it alone. */
export const noEventProves = () => false

export const cannotUndo = (why: string): UndoPlan => ({ command: null, why })

/** Something that holds from now on, or at no certain time. */
export const undated = (says: string) => ({ from: null, until: null, says, danger: false })

/** At one moment, in milliseconds. */
export const at = (moment: number, says: string) => ({ from: iso(moment), until: iso(moment), says, danger: false })
