import 'server-only'
import type { Database } from '@/lib/database/open'
import { knownThings } from '@/lib/knowledge/server/known-things'
import type { Effect, KnownThing } from '@/lib/operations/effects/effect'
import { predict } from '@/lib/operations/predict'
import { serviceClock } from '@/lib/service/account-state'
import type { CommandCall } from './command-call'
import { targetOf } from './target'

/** What the command would do, and the facts that rests on. */
export type Prediction = { effect: Effect; known: KnownThing }

/** What the command would do, from what is known now. */
export async function predicted(call: CommandCall, { store }: { store?: Database } = {}, now = new Date()): Promise<Prediction> {
  const { rules, merchant, params, body } = call
  const things = await knownThings(merchant.code, params.buyerId, store)
  const target = targetOf(call)
  const known: KnownThing = things.get(target.startsWith('buyer:') ? 'buyer' : target) ?? {}
  const tokens = Object.fromEntries(
    [...things].flatMap(([entity, thing]) => (entity.startsWith('token:') ? [[entity.slice(6), thing]] : [])),
  )
  const products = merchant.products.flatMap(({ productId, name, code }) =>
    productId === undefined ? [] : [{ id: productId, name, code }],
  )
  return { effect: predict(rules, { params, body }, { known, now, ...serviceClock(merchant), tokens, products }), known }
}
