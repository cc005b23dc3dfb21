import 'server-only'
import { predict } from '@/lib/operations/effects'
import type { KnownThing } from '@/lib/operations/effects/effect'
import type { CommandCall } from '../admit'
import { type Foretold, targetOf } from './intent'
import { knownThings } from './known-things'

/** What the command would do, from what is known now. */
export async function predicted(call: CommandCall, now = new Date()): Promise<Foretold> {
  const { operation, merchant, params, body } = call
  const things = await knownThings(merchant.code, params.buyerId)
  const target = targetOf(call)
  const known: KnownThing = things.get(target.startsWith('buyer:') ? 'buyer' : target) ?? {}
  const tokens = Object.fromEntries(
    [...things].flatMap(([entity, thing]) => (entity.startsWith('token:') ? [[entity.slice(6), thing]] : [])),
  )
  const products = merchant.products.flatMap(({ productId, name, code }) =>
    productId === undefined ? [] : [{ id: productId, name, code }],
  )
  return { effect: predict(operation.name, { params, body }, { known, now, zone: merchant.timeZone, tokens, products }), known }
}
