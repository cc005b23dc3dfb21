import type { ReplyPart } from '@/lib/core/reply-part'
import type { After } from '../effects/outlook'
import type { ServiceClock } from '../effects/renews-on'

/** The things that a page shows and a verb can stand at. */
export type ThingKind = 'buyer' | 'subscription' | 'token'

/** When a command of an agent waits for a manager; each looks at a field that not every body has. */
export type ApprovalCondition = 'always' | 'laterByDays' | 'discountOver'

/** When a command was sent, in milliseconds, and by which clock its days are counted. */
export type SentAt = { at: number; clock: ServiceClock }

/** A body as the journal tells it: masked, and perhaps of another version. */
export type RecordedBody<Body> = Partial<Record<keyof Body & string, unknown>>

/** What the body holds beside what is typed: the id of a token, the account's today. */
export type VerbContext = { tokenId: number | null; today: string }

/** The account's day as a form needs it; `tomorrow` is the first day that the service cannot take for today. */
export type FormDay = { today: string; tomorrow: string; zone: string }

/** How a field of one line is drawn. An e-mail, a reason, a product have a drawing of their own. */
export type FieldWords = { label: string; kind: 'text'; hint?: string } | DayWords

/** A day, picked or typed; `hint` says which days are offered, and why no other. */
export type DayWords = {
  label: string
  kind: 'day'
  bounds: (day: FormDay) => { min: string; max: string }
  hint: (day: FormDay) => string
}

/** Icons by name, so that words bring no drawings along. */
export type VerbIcon = 'power' | 'calendar' | 'down' | 'renew'

type Values<Body> = Partial<Record<keyof Body & string, string>>

/** What a switch makes of a fact: it names a verb without knowing its command. */
export type FactSet = { fact: string; to: boolean }

/**
 * What people do: one button, one form. Two verbs may be one command, such as turning autocharge on and off. Optional is only what a form
 * works without: it then has no key, no icon, no control of its own, and a button with the verb alone. What a form would silently do
 * wrong without is required, and said to be null or empty.
 */
export type VerbWords<Body> = {
  words: string
  /** The kind of thing whose verbs it stands among; null where it begins elsewhere. */
  of: ThingKind | null
  /** The field it stands beside; null where it stands in the menu. */
  fact: string | null
  /** What a switch makes of that field; null where it isn't a switch. */
  to: boolean | null
  /** The key that opens it on a buyer's page. */
  key?: string
  icon?: VerbIcon
  fields: readonly (keyof Body & string)[]
  /** Fields that are left out of the body where they are left empty. */
  optional: readonly (keyof Body & string)[]
  draws?: Partial<Record<keyof Body & string, FieldWords>>
  /** What is wrong with what is typed, beside what the schema says. */
  rule: ((values: Values<Body>, now: number, clock: ServiceClock) => Values<Body>) | null
  /** What the button says once enough is chosen; it begins with the verb. `chosen` is the name of a product. */
  outcome?: (values: Values<Body>, chosen: string | null) => string | null
  /** The part of the body that is not typed. */
  given: (context: VerbContext) => RecordedBody<Body>
  /** It charges: what has to be typed before it works, what follows in the title, and the verb that is mostly meant instead. */
  danger: { type: string; title: string; instead: FactSet } | null
  /** The action of a price request whose quote leads to it, where there is one. */
  pricedAs?: string
}

/** A fact of a subscription that a command may change. */
export type SubscriptionField = 'autoChargeStatus' | 'endDate' | 'status' | 'product'

/** Everything that people read about a command. What a command does not have is said, so that nothing is forgotten. */
export type CommandWords<Body> = {
  name: string
  /** The more exact name of a request; `sent` where it is known when it was sent. */
  nameOf: ((body: RecordedBody<Body>, sent: SentAt | null) => string | null) | null
  verbs: Readonly<Record<string, VerbWords<Body>>>
  /** What stands after it was done: "Autocharge is off". */
  done: (body: RecordedBody<Body>, sent: SentAt) => string
  /** The sentences for the buyer; null where nothing certain is left to tell. */
  tell: ((body: RecordedBody<Body>, after: After, sent: SentAt & { now: number }) => readonly ReplyPart[] | null) | null
  /** What of a subscription it may change (service-facts 5.2), so that nobody knows it while the command is unconfirmed. */
  unsettles: readonly SubscriptionField[]
  /** What fills the Reason field at one press, until an admin has given the desk's own words; null where it takes no reason. */
  reasons: readonly string[] | null
  /** The conditions that can ever hold for it. */
  conditions: readonly ApprovalCondition[]
  /** What to know where a repeat of an unconfirmed one is refused, with the status of the refusal. */
  refusedAgain: ((status: number | undefined) => string | null) | null
}

export const nothingGiven = () => ({})
