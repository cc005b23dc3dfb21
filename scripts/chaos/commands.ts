import { dayMs } from '@/lib/core/dates'
import { products } from '@/standin/catalogue/products'
import { northwind } from '@/standin/standin-merchants'
import { chosen, oneIn, type Random } from './plan'
import type { Buyer } from './targets'

/** A command as a browser sends it. */
export type Command = { method: string; path: string; body: Record<string, unknown>; headers?: Record<string, string> }

const day = (fromNow: number) => new Date(Date.now() + fromNow * dayMs).toISOString().slice(0, 10)
const ofMerchant = products.filter(({ merchantCode }) => merchantCode === northwind.code)
const productIds = ofMerchant.map(({ id }) => id)
/** Lower than most of the subscriptions' own. */
const lowProductIds = ofMerchant.filter(({ code, isActive }) => isActive && code.startsWith('NWCLOUD')).map(({ id }) => id)

type Making = (buyer: Buyer, random: Random, actionId: string) => Command

const onSubscription =
  (
    verb: string,
    bodyOf: (random: Random, actionId: string) => Record<string, unknown>,
    headers?: Record<string, string>,
  ): Making =>
  ({ id, subscriptions }, random, actionId) => ({
    method: 'POST',
    path: `/api/v2/buyers/${id}/subscriptions/${chosen(random, subscriptions)}/${verb}`,
    body: bodyOf(random, actionId),
    ...(headers ? { headers } : {}),
  })

const onToken =
  (verb: string): Making =>
  ({ id, tokens }, random) => ({
    method: 'PUT',
    path: `/api/v3/buyers/${id}/${verb}-token`,
    body: { chargeMethodTokenId: chosen(random, tokens) },
  })

/** Every command of the service, in the ways it is given; the ones that cross each other have more than one. */
const making: Record<string, readonly Making[]> = {
  changeAutochargeStatus: [
    onSubscription('change_autocharge_status', (_, actionId) => ({ autochargeStatus: false, reason: `Asked, ${actionId}` })),
    onSubscription('change_autocharge_status', () => ({ autochargeStatus: true })),
  ],
  changeExpirationDate: [
    onSubscription('change_expiration_date', (random, actionId) => ({
      expirationDate: day(2 + Math.floor(random() * 200)),
      reason: `Goodwill, ${actionId}`,
    })),
    onSubscription('change_expiration_date', () => ({ expirationDate: day(0), reason: 'Renew' }), {
      'x-confirmed-renewal': 'yes',
    }),
  ],
  downgradeSubscription: [
    onSubscription('downgrade', (random) => ({ productId: chosen(random, lowProductIds) })),
    onSubscription('downgrade', (random) => ({ productId: chosen(random, productIds) })),
  ],
  disableToken: [onToken('disable')],
  enableToken: [onToken('enable')],
  changeBuyerEmail: [
    ({ id }, _, actionId) => ({
      method: 'PATCH',
      path: `/api/v2/buyers/${id}`,
      body: { email: `${actionId}@moved.example.test` },
    }),
  ],
  createBuyer: [
    (_, random, actionId) => ({
      method: 'POST',
      path: '/api/v2/buyers',
      body: { email: `${oneIn(random, 6) ? 'tainara' : actionId}@example.test`, country: 'BR' },
    }),
  ],
  createInitialOrder: [
    (_, __, actionId) => ({
      method: 'POST',
      path: '/api/v3/initials/url',
      body: {
        isMobile: false,
        currency: 'EUR',
        returnUrl: 'https://shop.example.test/thanks',
        products: [{ productCode: 'NWPLUS1', quantity: 1 }],
        buyer: { email: `${actionId}@order.example.test` },
      },
    }),
  ],
}
const every = Object.values(making).flat()

/** Some command on one of these buyers. */
export function commandFrom(random: Random, buyers: readonly Buyer[], actionId: string): Command {
  return chosen(random, every)(chosen(random, buyers), random, actionId)
}

/** The command of an operation on a buyer, in the way that asks for nothing but itself. */
export function commandOf(operation: string, buyer: Buyer, random: Random, actionId: string): Command {
  const [make] = making[operation] ?? []
  if (!make) throw new Error(`Nobody gives ${operation}.`)
  return make(buyer, random, actionId)
}
