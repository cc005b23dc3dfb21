import { type Action, isOpen } from '@/lib/commands/action'
import type { SubscriptionField } from '../operations/declare/command-words'
import type { Subscription } from '../operations/schemas/subscription'
import { wordsNamed } from '../operations/words'
import type { KnownOfTicket } from './playbook'

/** A command on a subscription of which nobody knows whether it was applied. `operation` is its name. */
export type Unsettled = { operation: string; subscriptionId: string }

const unknown = { autoChargeStatus: null, endDate: null, status: '', product: null } as const satisfies Partial<Subscription>
const anything = Object.keys(unknown) as SubscriptionField[]

/** What a command may have changed as what is known of it; of one that nobody knows here any more it is everything. */
const unknownAfter = (operation: string): Partial<Subscription> =>
  Object.fromEntries((wordsNamed(operation)?.unsettles ?? anything).map((field) => [field, unknown[field]]))

/** Of what isn't confirmed neither the old nor the new is known: such a field is null, and such a status empty. */
export function withoutUnsettled(known: KnownOfTicket, unsettled: readonly Unsettled[]): KnownOfTicket {
  const unknownOf = (id: string): Partial<Subscription> =>
    Object.assign({}, ...unsettled.flatMap((each) => (each.subscriptionId === id ? [unknownAfter(each.operation)] : [])))
  return { ...known, subscriptions: known.subscriptions?.map((each) => ({ ...each, ...unknownOf(each.id) })) ?? null }
}

type Sent = Pick<Action, 'actionId' | 'operation' | 'request' | 'state' | 'settledAs'>

/**
 * What of a buyer's actions that aren't confirmed, or are on their way, is about a subscription, whoever sent them. What the steps have sent
 * themselves they follow on their own while it's on its way.
 */
export const unsettledIn = (actions: readonly Sent[], ownIds: ReadonlySet<string>): Unsettled[] =>
  actions
    .filter((action) => isOpen(action) || (action.state === 'sent' && !ownIds.has(action.actionId)))
    .flatMap(({ operation, request: { params } }) =>
      params.subscriptionId === undefined ? [] : [{ operation, subscriptionId: params.subscriptionId }],
    )
