import {
  changeAutochargeStatus,
  changeBuyerEmail,
  changeExpirationDate,
  createBuyer,
  disableToken,
  downgradeSubscription,
  enableToken,
} from './operations'
import type { Operation } from './operations/operation'
import { type VerbName, verbWords } from './verb-words'

/** What a person types for a command. Fields that a verb does not have stay empty. */
export type CommandValues = Partial<Record<CommandField, string>>
export type CommandField =
  | 'email'
  | 'reason'
  | 'comment'
  | 'expirationDate'
  | 'productId'
  | 'country'
  | 'locale'
  | 'zip'
  | 'state'

/** What the body holds beside what is typed: the id of a token, the account's today. */
export type VerbContext = { tokenId: number | null; today: string }

type Declared = {
  operation: Operation<'command'>
  fields: readonly CommandField[]
  /** The part of the body that is not typed. */
  given: (context: VerbContext) => Record<string, unknown>
  danger?: true
}

export type Verb = Declared & { words: string }

const nothingGiven = () => ({})
const ofToken = ({ tokenId }: VerbContext) => ({ chargeMethodTokenId: tokenId })

/** What people do to a buyer. Two verbs may be one operation: turning autocharge on and off, or moving an end date and renewing. */
const declared: Record<VerbName, Declared> = {
  createBuyer: {
    operation: createBuyer,
    fields: ['email', 'country', 'locale', 'zip', 'state'],
    given: nothingGiven,
  },
  changeEmail: { operation: changeBuyerEmail, fields: ['email'], given: nothingGiven },
  disableToken: { operation: disableToken, fields: [], given: ofToken },
  enableToken: { operation: enableToken, fields: [], given: ofToken },
  autochargeOff: {
    operation: changeAutochargeStatus,
    fields: ['reason', 'comment'],
    given: () => ({ autochargeStatus: false }),
  },
  // The service refuses a reason here (service-interface, Change autocharge status, rule 3), so there is no field for one.
  autochargeOn: {
    operation: changeAutochargeStatus,
    fields: [],
    given: () => ({ autochargeStatus: true }),
  },
  changeEndDate: {
    operation: changeExpirationDate,
    fields: ['expirationDate', 'reason'],
    given: nothingGiven,
  },
  // An end date of today renews and charges (service-interface, Subscription expiration): an act of its own.
  renewNow: {
    operation: changeExpirationDate,
    fields: ['reason'],
    given: ({ today }) => ({ expirationDate: today }),
    danger: true,
  },
  downgrade: { operation: downgradeSubscription, fields: ['productId'], given: nothingGiven },
}

export const verbNamed = (name: VerbName): Verb => ({ ...declared[name], words: verbWords[name] })

/** The body of a command as its schema wants it: what is left empty is left out. */
export function bodyOf(verb: Verb, values: CommandValues, context: VerbContext): Record<string, unknown> {
  const typed = verb.fields.flatMap((field) => {
    const text = values[field]?.trim() ?? ''
    return text === '' && optional.has(field) ? [] : [[field, text]]
  })
  return { ...Object.fromEntries(typed), ...verb.given(context) }
}

const optional = new Set<CommandField>(['comment', 'locale', 'zip', 'state'])

/**
 * The body to preview. What a person says about the command changes nothing of what it does, so a preview neither waits for a reason
 * nor is asked for anew with every letter of one.
 */
export function previewedBody(verb: Verb, values: CommandValues, context: VerbContext): Record<string, unknown> {
  return bodyOf(verb, { ...values, reason: 'Not said yet', comment: '' }, context)
}
