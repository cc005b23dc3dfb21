import { useQuery } from '@tanstack/react-query'
import { useClock } from '@/components/ui/use-clock'
import { storedMethodName } from '@/lib/charges/payment-method-words'
import { operationQuery } from '@/lib/client/operation-query'
import { factsWithVerbs, verbsBeside, verbsOf } from '@/lib/commands/verb-words'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import type { KnownNow } from '@/lib/knowledge/known'
import { describeDate, hasEnded } from '@/lib/knowledge/subscription-words'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'
import { useActions } from './actions-provider'
import type { Opening, Target } from './opening'
import { targetOf } from './subscription-verbs'
import { allTokensLabel, allTokensOf } from './token-verbs'
import { useTargetRefusal, useVerbRefusal } from './use-verb-refusal'

/** A verb on a thing of the buyer's. */
export type BuyerOpening = {
  words: string
  /** Which thing, in short. */
  aside?: string | undefined
  /** How the fact that it changes is now, in words; null where the verb changes none, or nobody knows. */
  now: string | null
  opening: Opening
  key?: string
  disabledBecause: string | undefined
}

/** Every verb on every thing of the buyer's that runs, what is done most often first; as far as the page has read them. */
export function useBuyerOpenings(): BuyerOpening[] {
  const { context } = useActions()
  const refusal = useVerbRefusal()
  const refusalOf = useTargetRefusal()
  const { now, zone } = useClock(Date.now())
  const request = { merchant: context.merchant.code, params: { buyerId: context.buyer.id } }
  // The panels ask; here is only looked at what they learned.
  const { data: listed } = useQuery({ ...operationQuery('listSubscriptions', request), enabled: false })
  const { data: tokens } = useQuery({ ...operationQuery('listTokens', request), enabled: false })
  const { data: known } = useQuery({ ...knownQuery(context.merchant.code, context.buyer.id), enabled: false })
  const things = {
    subscriptions: listed?.data ?? known?.subscriptions ?? [],
    methods: tokens?.data ?? known?.methods ?? [],
    looseTokens: tokens ? [] : (known?.looseTokens ?? []),
  }
  const dayOf = (iso: string) => describeDate(iso, now, zone)?.day ?? null
  return openingsFor(context.buyer, things, dayOf).map((offered) => ({
    ...offered,
    disabledBecause: refusalFor(offered.opening, refusalOf) ?? (offered.opening.kind === 'by-id' ? refusal : undefined),
  }))
}

type Offering = ReturnType<typeof verbsOf>[number]
type Offered = Omit<BuyerOpening, 'disabledBecause'>
type Things = Pick<KnownNow, 'subscriptions' | 'methods' | 'looseTokens'>
type OfBuyer = { id: string; email: string | null }

function openingsFor(
  { id: buyerId, email }: OfBuyer,
  { subscriptions, methods, looseTokens }: Things,
  dayOf: (iso: string) => string | null,
): Offered[] {
  const running = subscriptions.filter((each) => !hasEnded(each))
  const on = ({ name, words, key }: Offering, target: Target, now: string | null): Offered => {
    const offered: Offered = { words, aside: asideOf(target), now, opening: { kind: 'command', verb: name, target } }
    return key === undefined ? offered : { ...offered, key }
  }
  /** Of a switch that may stand either way the first: one entry for each fact. */
  const beside = (fact: string, thing: object, target: Target): Offered[] => {
    const value: unknown = Reflect.get(thing, fact)
    return verbsBeside(target.kind, fact, value)
      .slice(0, 1)
      .map((verb) => on(verb, target, describeNow(value, dayOf)))
  }
  const tokenOn = (token: Token, name: string | null): Offered[] => {
    if (token.id === null) return []
    const target: Target = { kind: 'token', id: String(token.id), name, code: token.provider }
    return factsWithVerbs('token').flatMap((fact) => beside(fact, token, target))
  }
  const buyer: Target = { kind: 'buyer', id: buyerId, name: null }
  const inMenu = verbsOf('subscription').filter(({ fact }) => fact === null)
  return [
    ...factsWithVerbs('subscription').flatMap((fact) => running.flatMap((each) => beside(fact, each, targetOf(each)))),
    ...verbsOf('buyer').map((verb) => on(verb, buyer, email)),
    ...methods.flatMap((method) => {
      const name = storedMethodName(method.paymentMethodType, method.value)
      return [...method.tokens.flatMap((token) => tokenOn(token, name)), ...allOn(method)]
    }),
    ...looseTokens.flatMap((token) => tokenOn(token, null)),
    ...running.flatMap((each) => inMenu.map((verb) => on(verb, targetOf(each), null))),
    { words: 'Enter a subscription id', now: null, opening: { kind: 'by-id', of: 'subscription' } },
    { words: 'Enter a token id', now: null, opening: { kind: 'by-id', of: 'token' } },
  ]
}

function allOn(method: PaymentMethod): Offered[] {
  const all = allTokensOf(method)
  return all === null ? [] : [{ words: allTokensLabel(all), aside: all.method, now: null, opening: all }]
}

function refusalFor(opening: Opening, refusalOf: (target: Target) => string | undefined): string | undefined {
  if (opening.kind === 'command') return refusalOf(opening.target)
  return opening.kind === 'all-tokens' ? opening.tokens.map(refusalOf).find(Boolean) : undefined
}

/** `off now`, `ends 16 Jan 2027`; null where nobody knows. */
function describeNow(value: unknown, dayOf: (iso: string) => string | null): string | null {
  if (typeof value === 'boolean') return value ? 'on now' : 'off now'
  const day = typeof value === 'string' ? dayOf(value) : null
  return day && `ends ${day}`
}

const asideOf = ({ kind, name, id }: Target) =>
  kind === 'buyer' ? undefined : kind === 'token' ? [id, name].filter(Boolean).join(' · ') : (name ?? `${id.slice(0, 8)}…`)
