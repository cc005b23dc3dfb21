import type { OperationName, Operations } from './'
import type { AnswerOf, InputOf, Operation } from './declare/operation'

export type QueryName = { [Name in OperationName]: Operations[Name] extends Operation<'query'> ? Name : never }[OperationName]
export type AnswerTo<Name extends OperationName> = AnswerOf<Operations[Name]>

/** What is asked, and of which merchant account: said on every request, so that another tab's choice never changes this one's. */
export type QueryRequest<Name extends OperationName> = InputOf<Operations[Name]> & { merchant: string }

/** How React Query names an operation's answer, in the browser and where the server prefetches it. */
export function operationKey<Name extends OperationName>(name: Name, { merchant, params, search, body }: QueryRequest<Name>) {
  return [name, merchant, params, search ?? null, body ?? null] as const
}

/** How React Query names a buyer's charge history. */
export const ordersKey = (merchant: string, buyerId: string) => ['orders', merchant, buyerId] as const

/** How React Query names what waits for the person. */
export const waitingKey = ['waiting'] as const

/** How React Query names the numbers of the day. */
export const morningKey = (merchant: string) => ['morning', merchant] as const

/** How React Query names a list across buyers under a filter, and how many rows each list has. */
export const listKey = (merchant: string, name: string, filter: object) => ['list', merchant, name, filter] as const
export const viewsKey = (merchant: string) => ['views', merchant] as const
export const listsKey = (merchant: string) => ['lists', merchant] as const

/** How React Query names the journal under a filter. */
export const journalKey = (filter: object) => ['journal', filter] as const

/** How React Query names the person's own passkeys. */
export const passkeysKey = ['passkeys'] as const

/** How the names of all single actions begin. */
export const actionsKey = ['action'] as const

/** How React Query names one action. */
export const actionKey = (actionId: string) => [...actionsKey, actionId] as const

/** How React Query names the newest actions on a buyer. */
export const buyerActionsKey = (merchant: string, buyerId: string) => ['actions', merchant, buyerId] as const

/** How React Query names one request for approval, with its preview computed anew. */
export const approvalKey = (id: string) => ['approval', id] as const

/** How React Query names the rules by which a command waits for a manager. */
export const approvalRulesKey = ['approval-rules'] as const

/** How React Query names what is stored of a buyer. */
export const knownKey = (merchant: string, buyerId: string) => ['known', merchant, buyerId] as const

/** How React Query names what a merchant account has made of its replies. */
export const repliesKey = (merchant: string) => ['replies', merchant] as const

/** How React Query names the built-in sentences of a language. */
export const replyTextsKey = (locale: string) => ['reply-texts', locale] as const

/** How React Query names the notes on a buyer. */
export const notesKey = (merchant: string, buyerId: string) => ['notes', merchant, buyerId] as const

/** How React Query names who else is on a buyer. */
export const presenceKey = (merchant: string, buyerId: string) => ['presence', merchant, buyerId] as const
/** How React Query names the newest imports. */
export const importsKey = ['imports'] as const

/** How React Query names what it knows of a merchant account's events: how they come in, their list, or one of them. */
export const eventsKey = (merchant: string, what: string) => ['events', merchant, what] as const

/** How React Query names a merchant account's alerts that nobody has closed, and the rules that raise them. */
export const alertsKey = (merchant: string) => ['alerts', merchant] as const
export const alertRulesKey = (merchant: string) => ['alert-rules', merchant] as const

/** How React Query names the list of people. */
export const peopleKey = ['people'] as const

/** How React Query names one's own sessions. */
export const sessionsKey = ['sessions'] as const
