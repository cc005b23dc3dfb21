'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKeySequences } from '@/components/ui/use-key-sequences'
import { showSection } from '@/components/ui/use-section-keys'
import { storedMethodName } from '@/lib/charges/payment-method-words'
import { operationQuery } from '@/lib/client/operation-query'
import { type PaletteEntry, setPaletteSubject } from '@/lib/client/palette'
import { factsWithVerbs, verbsBeside, verbsOf } from '@/lib/commands/verb-words'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import type { KnownNow } from '@/lib/knowledge/known'
import { hasEnded } from '@/lib/knowledge/subscription-words'
import type { Token } from '@/lib/operations/schemas/tokens'
import { useActions } from './actions-provider'
import type { Opening, Target } from './opening'
import { targetOf } from './subscription-verbs'
import { useTargetRefusal, useVerbRefusal } from './use-verb-refusal'

/** What can be done to the buyer on screen, for the palette and by its keys. Draws nothing. */
export function BuyerEntries({ name }: { name: string | null }) {
  const { context, open } = useActions()
  const refusal = useVerbRefusal()
  const refusalOf = useTargetRefusal()
  const asked = { merchant: context.merchant.code, params: { buyerId: context.buyer.id } }
  // The panels ask; here is only looked at what they learned.
  const { data: listed } = useQuery({ ...operationQuery('listSubscriptions', asked), enabled: false })
  const { data: tokens } = useQuery({ ...operationQuery('listTokens', asked), enabled: false })
  const { data: known } = useQuery({ ...knownQuery(context.merchant.code, context.buyer.id), enabled: false })

  const openings = openingsFor(context.buyer.id, {
    subscriptions: listed?.data ?? known?.subscriptions ?? [],
    methods: tokens?.data ?? known?.methods ?? [],
    looseTokens: tokens ? [] : (known?.looseTokens ?? []),
  })
  const keyed = new Set<string>()
  const entries: PaletteEntry[] = openings.map(({ words, aside, opening, key }) => {
    const isFirst = key !== undefined && !keyed.has(key)
    if (isFirst) keyed.add(key)
    return {
      id: `${words} ${aside ?? ''} ${idOf(opening)}`,
      words: `${words}…`,
      aside,
      ...(isFirst ? { keys: [key.toUpperCase()] } : {}),
      disabledBecause: opening.kind === 'command' ? refusalOf(opening.target) : refusal,
      run: () => open(opening),
    }
  })
  const sections: PaletteEntry[] = [
    { id: 'section 1', words: 'Show subscriptions', keys: ['1'], run: () => showSection('subscriptions') },
    { id: 'section 2', words: 'Show charge history', keys: ['2'], run: () => showSection('charge-history') },
    { id: 'section 3', words: 'Show payment methods', keys: ['3'], run: () => showSection('payment-methods') },
  ]

  useKeySequences(
    Object.fromEntries(
      entries.flatMap(({ keys, run, disabledBecause }) =>
        keys?.[0] && disabledBecause === undefined ? [[keys[0].toLowerCase(), run]] : [],
      ),
    ),
  )
  useEffect(() => setPaletteSubject({ name: name ?? 'This buyer', entries: [...entries, ...sections] }))
  useEffect(() => () => setPaletteSubject(null), [])
  return null
}

type Offering = ReturnType<typeof verbsOf>[number]
type Offered = { words: string; aside?: string | undefined; opening: Opening; key?: string }
type Things = Pick<KnownNow, 'subscriptions' | 'methods' | 'looseTokens'>

/** Every verb on every thing of the buyer's that runs, what is done most often first. */
function openingsFor(buyerId: string, { subscriptions, methods, looseTokens }: Things): Offered[] {
  const running = subscriptions.filter((each) => !hasEnded(each))
  const on = ({ name, words, key }: Offering, target: Target): Offered => {
    const offered: Offered = { words, aside: asideOf(target), opening: { kind: 'command', verb: name, target } }
    return key === undefined ? offered : { ...offered, key }
  }
  /** Of a switch that may stand either way the first: one entry for each fact. */
  const beside = (fact: string, thing: object, target: Target): Offered[] =>
    verbsBeside(target.kind, fact, Reflect.get(thing, fact))
      .slice(0, 1)
      .map((verb) => on(verb, target))
  const tokenOn = (token: Token, name: string | null): Offered[] => {
    if (token.id === null) return []
    const target: Target = { kind: 'token', id: String(token.id), name, code: token.provider }
    return factsWithVerbs('token').flatMap((fact) => beside(fact, token, target))
  }
  const buyer: Target = { kind: 'buyer', id: buyerId, name: null }
  const inMenu = verbsOf('subscription').filter(({ fact }) => fact === undefined)
  return [
    ...factsWithVerbs('subscription').flatMap((fact) => running.flatMap((each) => beside(fact, each, targetOf(each)))),
    ...verbsOf('buyer').map((verb) => on(verb, buyer)),
    ...methods.flatMap(({ paymentMethodType, value, tokens }) =>
      tokens.flatMap((token) => tokenOn(token, storedMethodName(paymentMethodType, value))),
    ),
    ...looseTokens.flatMap((token) => tokenOn(token, null)),
    ...running.flatMap((each) => inMenu.map((verb) => on(verb, targetOf(each)))),
    { words: 'Enter a subscription id', opening: { kind: 'by-id', of: 'subscription' } },
    { words: 'Enter a token id', opening: { kind: 'by-id', of: 'token' } },
  ]
}

const asideOf = ({ kind, name, id }: Target) =>
  kind === 'buyer' ? undefined : kind === 'token' ? [id, name].filter(Boolean).join(' · ') : (name ?? `${id.slice(0, 8)}…`)

const idOf = (opening: Opening) => (opening.kind === 'command' ? opening.target.id : '')
