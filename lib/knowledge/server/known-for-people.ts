import 'server-only'
import { masked } from '@/lib/core/masking'
import type { Known, KnownThing } from '@/lib/operations/effects/effect'
import { type Subscription, subscription } from '@/lib/operations/schemas/subscription'
import { type PaymentMethod, paymentMethod } from '@/lib/operations/schemas/tokens'
import type { Person } from '@/lib/people/server/sessions'
import type { KnownNow, Stamp } from '../known'
import { describeSource } from '../source-words'
import { knownVersion } from './facts'
import { knownThings } from './known-things'

type Things = ReadonlyMap<string, KnownThing>
type Listed = { id: string; value: string | null; paymentMethodType: string | null; tokens: number[] }

/** What is known of a buyer, from the database alone, masked. `person` is who looks: their own facts are "by you". */
export async function knownForPeople(person: Person, merchant: string, buyerId: string): Promise<KnownNow> {
  const version = await knownVersion(merchant, buyerId)
  const things: Things = await knownThings(merchant, buyerId)
  const buyer = things.get('buyer') ?? {}
  const methods = methodsIn(things)
  const listed = new Set(methods.flatMap(({ tokens }) => tokens.map(({ id }) => id)))
  return masked({
    version,
    email: textIn(buyer.email),
    billing: (buyer.billing?.value ?? null) as KnownNow['billing'],
    country: textIn(buyer.country),
    locale: textIn(buyer.locale),
    subscriptions: subscriptionsIn(things),
    subscriptionsListed: buyer.listedSubscriptions !== undefined,
    methods,
    methodsListed: buyer.paymentMethods !== undefined,
    looseTokens: idsOf(things, 'token')
      .filter((id) => !listed.has(Number(id)) && !isGone(things.get(`token:${id}`), buyer.paymentMethods))
      .flatMap((id) => tokensOf(things, [Number(id)])),
    stamps: Object.fromEntries(
      [...things].filter(([entity]) => entity !== 'answer').map(([entity, thing]) => [entity, stampsOf(thing, person.name)]),
    ),
  })
}

/** When the oldest fact of a list was observed, in milliseconds: the list is as old as that. Null where none was ever read. */
export function listedAt({ stamps }: KnownNow, list: 'listedSubscriptions' | 'paymentMethods'): number | null {
  const whole = stamps.buyer?.[list]
  if (!whole) return null
  const kind = list === 'listedSubscriptions' ? 'subscription:' : 'token:'
  const parts = Object.entries(stamps).flatMap(([entity, thing]) => (entity.startsWith(kind) ? Object.values(thing ?? {}) : []))
  return Math.min(...[whole, ...parts].flatMap((stamp) => (stamp ? [Date.parse(stamp.at)] : [])))
}

/** Those the service listed, in its order, and those known only from a command or a person since. */
function subscriptionsIn(things: Things): Subscription[] {
  const list = things.get('buyer')?.listedSubscriptions
  const listed = (list?.value ?? []) as string[]
  const others = idsOf(things, 'subscription').filter(
    (id) => !listed.includes(id) && !isGone(things.get(`subscription:${id}`), list),
  )
  return [...listed, ...others].map((id) => {
    const thing = things.get(`subscription:${id}`) ?? {}
    return { ...subscription.parse({ ...valuesOf(thing), id, status: 'any' }), status: textIn(thing.status) ?? '' }
  })
}

/** A thing that a later list leaves out is no longer there. */
const isGone = (thing: KnownThing | undefined, list: Known<unknown> | undefined) =>
  list !== undefined && Object.values(thing ?? {}).every((fact) => fact === undefined || fact.observedAt <= list.observedAt)

function methodsIn(things: Things): PaymentMethod[] {
  const listed = (things.get('buyer')?.paymentMethods?.value ?? []) as Listed[]
  return listed.map(({ tokens, ...method }) => ({ ...method, tokens: tokensOf(things, tokens) }))
}

const tokensOf = (things: Things, ids: number[]) =>
  paymentMethod.parse({ id: 'any', tokens: ids.map((id) => ({ ...valuesOf(things.get(`token:${id}`)), id })) }).tokens

const idsOf = (things: Things, kind: 'subscription' | 'token') =>
  [...things.keys()].flatMap((entity) => (entity.startsWith(`${kind}:`) ? [entity.slice(kind.length + 1)] : []))

const valuesOf = (thing: KnownThing = {}) =>
  Object.fromEntries(Object.entries(thing).map(([field, fact]) => [field, fact?.value]))

const textIn = (fact: Known<unknown> | undefined) => (typeof fact?.value === 'string' ? fact.value : null)

const stampsOf = (thing: KnownThing, me: string): Record<string, Stamp> =>
  Object.fromEntries(
    Object.entries(thing).flatMap(([field, fact]) =>
      fact ? [[field, { at: fact.observedAt, from: describeSource(fact, me, thing), typed: fact.source === 'person' }]] : [],
    ),
  )
