import type { ReplyKey, ReplyVariable } from '@/lib/core/reply-part'
import { replyVariables } from '@/lib/core/reply-variables'
import { holdsUnseen } from '@/lib/core/unseen'
import type { ReplyLocale } from './languages'
import { frameKeys, type ReplyTexts } from './reply'

/** A sentence of a merchant account's own in one language, or null where it was given back the built-in one. Times are ISO in UTC. */
export type OwnText = {
  key: ReplyKey
  language: ReplyLocale
  text: string | null
  /** 1 for the first change of it, and one more with each. */
  version: number
  person: string
  at: string
}

/** The texts a merchant account has changed, and who writes: the reader of this answer. */
export type Replies = { texts: OwnText[]; agent: string }

/** The built-in sentences of a language under the account's own. A signature is the English one where the language has none. */
export function withOwn(builtIn: ReplyTexts, own: readonly OwnText[], locale: ReplyLocale): ReplyTexts {
  const of = (language: ReplyLocale) =>
    Object.fromEntries(own.flatMap((each) => (each.language === language && each.text !== null ? [[each.key, each.text]] : [])))
  const { signature = '' } = of('en')
  return { ...builtIn, signature, ...of(locale) }
}

export const maxReplyCharacters = 500

/** What stands for each variable, as a person says it. */
export const variableLabels: Record<ReplyVariable, string> = {
  amount: 'the amount',
  total: 'the total',
  count: 'the number of payments',
  payments: 'the list of payments',
  day: 'the day of the payment',
  until: 'the end date',
  product: 'the product',
  descriptor: 'the name on the statement',
  method: 'the payment method',
  reference: 'the provider’s reference',
  agent: 'the name of the person who writes',
}

export const isReplyKey = (text: unknown): text is ReplyKey => typeof text === 'string' && Object.hasOwn(replyVariables, text)
const isFrame = (key: ReplyKey) => (frameKeys as readonly ReplyKey[]).includes(key)

const variablesIn = (text: string) => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** A text as it is kept: without blanks around it, and with one kind of line break. */
export const tidied = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/** Why a text can't be the one of a sentence, as a field error; null where it can. */
export function replyTextProblem(key: ReplyKey, given: string): string | null {
  const text = tidied(given)
  const allowed: readonly string[] = replyVariables[key]
  const unknown = variablesIn(text).find((name) => !allowed.includes(name))
  if ([...text].length > maxReplyCharacters) return `Use ${maxReplyCharacters} characters or fewer`
  if (holdsUnseen(text)) return 'Remove control characters'
  if (unknown !== undefined) return `Remove {${unknown}}. ${describeAllowed(allowed)}`
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) return 'Use braces only around the name of a variable'
  if (isFrame(key)) return null
  if (text.includes('\n')) return 'Use one line'
  return /\p{L}/u.test(text.replace(/\{\w+\}/g, '')) || key === 'onePayment' ? null : 'Enter a sentence'
}

function describeAllowed(allowed: readonly string[]): string {
  if (allowed.length === 0) return 'This text has no variables.'
  const names = allowed.map((name) => `{${name}}`)
  return `Use ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}.`
}

/** What to know of a text that is allowed: each fact that it leaves out. */
export const replyTextWarnings = (key: ReplyKey, text: string): string[] =>
  isFrame(key)
    ? []
    : replyVariables[key]
        .filter((name) => !variablesIn(text).includes(name))
        .map((name) => `This text leaves out ${variableLabels[name]}.`)
