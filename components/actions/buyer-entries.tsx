'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKeySequences } from '@/components/ui/use-key-sequences'
import { knownQuery } from '@/lib/client/known-query'
import { operationQuery } from '@/lib/client/operation-query'
import { type PaletteEntry, setPaletteSubject } from '@/lib/client/palette'
import type { KnownNow } from '@/lib/known'
import type { Token } from '@/lib/operations/schemas/tokens'
import { storedMethodName } from '@/lib/payment-method-words'
import { hasEnded } from '@/lib/subscription-words'
import { type VerbName, verbWords } from '@/lib/verb-words'
import { useActions } from './actions-provider'
import type { Opening, Target } from './opening'
import { targetOf } from './subscription-verbs'
import { useVerbRefusal } from './use-verb-refusal'

type Section = 'subscriptions' | 'charges' | 'buyer'
type Props = { name: string | null; goTo: (section: Section) => void }

/** What can be done to the buyer on screen, for the palette and by its keys. Draws nothing. */
export function BuyerEntries({ name, goTo }: Props) {
  const { desk, open } = useActions()
  const refusal = useVerbRefusal()
  const asked = { merchant: desk.merchant.code, params: { buyerId: desk.buyer.id } }
  // The panels ask; here is only looked at what they learned.
  const { data: listed } = useQuery({ ...operationQuery('listSubscriptions', asked), enabled: false })
  const { data: tokens } = useQuery({ ...operationQuery('listTokens', asked), enabled: false })
  const { data: known } = useQuery({ ...knownQuery(desk.merchant.code, desk.buyer.id), enabled: false })

  const openings = openingsFor(desk.buyer.id, {
    subscriptions: listed?.data ?? known?.subscriptions ?? [],
    methods: tokens?.data ?? known?.methods ?? [],
    looseTokens: tokens ? [] : (known?.looseTokens ?? []),
  })
  const keyed = new Set<string>()
  const entries: PaletteEntry[] = openings.map(({ words, aside, opening, key }) => {
    const isFirst = key !== undefined && !keyed.has(key)
    if (isFirst) keyed.add(key)
    return {
      ...{ id: `${words} ${aside ?? ''} ${idOf(opening)}`, words: `${words}…`, aside },
      ...(isFirst ? { keys: [key.toUpperCase()] } : {}),
      disabledBecause: refusal,
      run: () => open(opening),
    }
  })
  const sections: PaletteEntry[] = [
    { id: 'section 1', words: 'Show subscriptions', keys: ['1'], run: () => goTo('subscriptions') },
    { id: 'section 2', words: 'Show charge history', keys: ['2'], run: () => goTo('charges') },
    { id: 'section 3', words: 'Show payment methods', keys: ['3'], run: () => goTo('buyer') },
  ]

  useKeySequences(
    Object.fromEntries(
      refusal === undefined ? entries.flatMap(({ keys, run }) => (keys?.[0] ? [[keys[0].toLowerCase(), run]] : [])) : [],
    ),
  )
  useEffect(() => setPaletteSubject({ name: name ?? 'This buyer', entries: [...entries, ...sections] }))
  useEffect(() => () => setPaletteSubject(null), [])
  return null
}

type Offered = { words: string; aside?: string | undefined; opening: Opening; key?: string }
type Things = Pick<KnownNow, 'subscriptions' | 'methods' | 'looseTokens'>

/** Every verb on every thing of the buyer's that runs, what is done most often first. */
function openingsFor(buyerId: string, { subscriptions, methods, looseTokens }: Things): Offered[] {
  const running = subscriptions.filter((each) => !hasEnded(each))
  const on = (verb: VerbName, target: Target, key?: string): Offered => ({
    ...{ words: verbWords[verb], aside: asideOf(target), opening: { kind: 'command', verb, target } },
    ...(key === undefined ? {} : { key }),
  })
  const tokenOn = (token: Token, name: string | null): Offered[] => {
    if (token.id === null) return []
    const target: Target = { kind: 'token', id: String(token.id), name, code: token.provider }
    return [on(token.isEnabled === false ? 'enableToken' : 'disableToken', target, 't')]
  }
  return [
    ...running.map((each) => on(each.autoChargeStatus === false ? 'autochargeOn' : 'autochargeOff', targetOf(each), 'a')),
    ...running.map((each) => on('changeEndDate', targetOf(each), 'e')),
    on('changeEmail', { kind: 'buyer', id: buyerId, name: null }, 'm'),
    ...methods.flatMap(({ paymentMethodType, value, tokens }) =>
      tokens.flatMap((token) => tokenOn(token, storedMethodName(paymentMethodType, value))),
    ),
    ...looseTokens.flatMap((token) => tokenOn(token, null)),
    ...running.flatMap((each) => [on('downgrade', targetOf(each)), on('renewNow', targetOf(each))]),
    { words: 'Type a subscription id', opening: { kind: 'by-id', of: 'subscription' } },
    { words: 'Type a token id', opening: { kind: 'by-id', of: 'token' } },
  ]
}

const asideOf = ({ kind, name, id }: Target) =>
  kind === 'buyer' ? undefined : kind === 'token' ? [id, name].filter(Boolean).join(' · ') : (name ?? `${id.slice(0, 8)}…`)

const idOf = (opening: Opening) => (opening.kind === 'command' ? opening.target.id : '')
